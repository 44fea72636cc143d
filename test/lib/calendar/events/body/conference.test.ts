import { describe, expect, test } from '@jest/globals';
import { linkOf, readConference } from '#lib/calendar/events/body/conference';
import type { ConferenceDataResource, EntryPointResource } from '#lib/calendar/resources/conference';
import { thrownBy } from '#test/support/thrown';

const maker = { nextId: () => '0000000000000000abcdefghij', rootUrl: 'https://almanac.test/' };
const read = (sent: ConferenceDataResource, before?: ConferenceDataResource) => readConference(sent, before, maker);
const copy = (...entryPoints: EntryPointResource[]): ConferenceDataResource => ({
  conferenceSolution: { key: { type: 'addOn' } },
  entryPoints,
});
const video = { entryPointType: 'video', uri: 'https://example.com/room' };

describe('a conference', () => {
  test('is made on request', () => {
    const made = read({ createRequest: { requestId: 'r' } });

    expect(made).toMatchObject({
      createRequest: {
        requestId: 'r',
        conferenceSolutionKey: { type: 'hangoutsMeet' },
        status: { statusCode: 'success' },
      },
      conferenceId: 'klm-nopq-rst',
      entryPoints: [
        {
          entryPointType: 'video',
          uri: 'https://almanac.test/meet/klm-nopq-rst',
          label: 'almanac.test/meet/klm-nopq-rst',
        },
      ],
    });
    expect(linkOf(made)).toBe('https://almanac.test/meet/klm-nopq-rst');
  });

  test('of an add-on that nobody has fails, in words of the protocol', () => {
    expect(read({ createRequest: { requestId: 'r', conferenceSolutionKey: { type: 'addOn' } } })).toEqual({
      createRequest: { requestId: 'r', conferenceSolutionKey: { type: 'addOn' }, status: { statusCode: 'failure' } },
    });
  });

  test('asked for again with the same id stays', () => {
    const before = read({ createRequest: { requestId: 'r' } });

    expect(read({ createRequest: { requestId: 'r' } }, before)).toBe(before);
  });

  test('is copied as it is sent', () => {
    const sent = copy(
      video,
      { entryPointType: 'phone', uri: 'tel:+1', entryPointFeatures: ['toll'] },
      { entryPointType: 'phone', uri: 'tel:+2' },
      { entryPointType: 'sip', uri: 'sip:a@b' },
    );

    expect(read(sent)).toBe(sent);
    expect(linkOf(sent)).toBeUndefined();
  });

  test.each<[string, ConferenceDataResource]>([
    ['a retired kind', { createRequest: { requestId: 'r', conferenceSolutionKey: { type: 'eventNamedHangout' } } }],
    ['no entry point', copy()],
    ['no solution', { entryPoints: [video] }],
    ['an unknown way in', copy({ entryPointType: 'door', uri: 'https://example.com' })],
    ['a scheme that does not fit', copy({ entryPointType: 'phone', uri: 'https://example.com' })],
    ['two videos', copy(video, video)],
    ['only more', copy({ entryPointType: 'more', uri: 'https://example.com' })],
    ['a long address', copy({ ...video, uri: `https://${'x'.repeat(1300)}` })],
    ['a long label', copy({ ...video, label: 'x'.repeat(513) })],
    ['a long pin', copy({ ...video, pin: 'x'.repeat(129) })],
    ['a region without a phone', copy({ ...video, regionCode: 'CH' })],
    ['toll and toll-free', copy({ entryPointType: 'phone', uri: 'tel:+1', entryPointFeatures: ['toll', 'toll-free'] })],
    ['long notes', { ...copy(video), notes: 'x'.repeat(2049) }],
  ])('with %s is refused, and why is told', (_what, sent) => {
    expect(thrownBy(() => read(sent))).toMatchObject({
      code: 400,
      reason: 'invalid',
      message: expect.stringMatching(/\w/),
    });
  });

  test('request needs an id', () => {
    expect(thrownBy(() => read({ createRequest: {} }))).toMatchObject({ code: 400, reason: 'required' });
  });
});
