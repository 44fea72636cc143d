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
    expect(read({ createRequest: { requestId: 'r', conferenceSolutionKey: { type: 'addOn' } } })).toStrictEqual({
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

describe('the limits of a conference', () => {
  const phone = { entryPointType: 'phone', uri: 'tel:+1' };

  test.each<[string, ConferenceDataResource]>([
    ['addresses of 1300 characters', copy({ ...video, uri: `https://${'x'.repeat(1292)}` })],
    ['labels of 512', copy({ ...video, label: 'x'.repeat(512) })],
    ['notes of 2048', { ...copy(video), notes: 'x'.repeat(2048) }],
    ['a phone with a region', copy({ ...phone, regionCode: 'CH', entryPointFeatures: ['toll-free'] })],
    ['upper case schemes', copy({ ...video, uri: 'HTTPS://example.com' })],
    ['one entry point of each kind', copy(video, { entryPointType: 'more', uri: 'http://example.com' })],
  ])('allow %s', (_what, sent) => {
    expect(read(sent)).toBe(sent);
  });

  test.each(['accessCode', 'meetingCode', 'passcode', 'password', 'pin'])('allow a %s of 128 characters', (code) => {
    expect(read(copy({ ...video, [code]: 'x'.repeat(128) }))).toBeDefined();
    expect(thrownBy(() => read(copy({ ...video, [code]: 'x'.repeat(129) })))).toMatchObject({
      message: 'Invalid conference entry point code.',
    });
  });

  test.each<[ConferenceDataResource, string]>([
    [{ createRequest: { requestId: 'r', conferenceSolutionKey: { type: 'x' } } }, 'Invalid conference type value.'],
    [copy(), 'A conference needs a solution and an entry point.'],
    [{ conferenceSolution: {}, entryPoints: [video] }, 'A conference needs a solution and an entry point.'],
    [copy({ uri: 'https://x.ch' }), 'Invalid conference entry point type.'],
    [copy({ entryPointType: 'video' }), 'Invalid conference entry point URI.'],
    [copy({ entryPointType: 'more', uri: 'tel:1' }), 'Invalid conference entry point URI.'],
    [copy({ entryPointType: 'sip', uri: 'https://x.ch' }), 'Invalid conference entry point URI.'],
    [copy({ ...video, label: 'x'.repeat(513) }), 'Invalid conference entry point label.'],
    [copy({ ...video, regionCode: 'CH' }), 'Only a phone number has a region.'],
    [
      copy({ ...phone, entryPointFeatures: ['toll', 'toll-free'] }),
      'A phone number cannot be both toll and toll-free.',
    ],
    [copy(video, video), 'A conference has one video, sip and more entry point each.'],
    [copy({ entryPointType: 'more', uri: 'https://x.ch' }), 'A conference needs an entry point besides "more".'],
    [{ ...copy(video), notes: 'x'.repeat(2049) }, 'Conference notes are too long.'],
  ])('refuse %j: %s', (sent, message) => {
    expect(thrownBy(() => read(sent))).toMatchObject({ code: 400, message });
  });
});

describe('a conference that comes back', () => {
  test('with the request that made it stays as it was made, and another request makes another', () => {
    const before = read({ createRequest: { requestId: 'r' } });
    const edited = { ...before, notes: 'Bring cake', createRequest: { requestId: 'r' } };

    expect(read(edited, before)).toStrictEqual({ ...before, notes: 'Bring cake' });
    expect(read({ ...edited, createRequest: { requestId: 'other' } }, before)?.createRequest).toStrictEqual({
      requestId: 'other',
    });
    expect(read({ createRequest: { requestId: 'other' } }, before)?.createRequest?.requestId).toBe('other');
  });

  test('without anything in it is none', () => {
    expect(readConference(undefined, undefined, maker)).toBeUndefined();
    expect(read({})).toBeUndefined();
    expect(thrownBy(() => read({ createRequest: { requestId: '' } }))).toMatchObject({
      reason: 'required',
      message: 'Missing id of the conference request.',
    });
  });

  test('keeps parameters that have a name', () => {
    const parameters = (values: Record<string, string>) => ({
      ...copy(video),
      parameters: { addOnParameters: { parameters: values } },
    });
    expect(read(parameters({ '': 'x', a: '1' }))).toStrictEqual(parameters({ a: '1' }));
    expect(read(parameters({ a: '1' }))).toStrictEqual(parameters({ a: '1' }));
  });

  test('has a link only where it is a video of ours', () => {
    const meet = { conferenceSolution: { key: { type: 'hangoutsMeet' } }, entryPoints: [{ entryPointType: 'phone' }] };
    expect(linkOf({ ...meet, entryPoints: [{ entryPointType: 'phone', uri: 'tel:1' }, video] })).toBe(video.uri);
    expect([linkOf(meet), linkOf(undefined), linkOf({ conferenceSolution: {} })]).toStrictEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
