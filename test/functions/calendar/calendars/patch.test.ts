import { describe, expect, test } from '@jest/globals';
import { calendarPath, refusal, share } from '#test/support/calendar/calendar';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';

const given = useCalendarPerTest();

const patch = (body: object, more: { as?: string; headers?: Record<string, string> } = {}) =>
  given.ask<{ etag: string; labelProperties?: { eventLabels: { id: string }[] } }>('PATCH', calendarPath(given.S), {
    body,
    ...more,
  });
const read = async () => (await given.ask('GET', calendarPath(given.S))).body;

describe('calendar.calendars.patch', () => {
  test('200: what is sent changes, the rest stays, null clears', async () => {
    await patch({ description: 'First', location: 'Bern' });

    const { status, body } = await patch({ summary: 'T', timeZone: 'Asia/Tokyo', location: null });

    expect(status).toBe(200);
    expect(body).toMatchObject({ summary: 'T', description: 'First', timeZone: 'Asia/Tokyo' });
    expect(body).not.toHaveProperty('location');
    expect(await read()).toEqual(body);
  });

  test('CAL-117 a patch with what is there already leaves the tag as it is', async () => {
    const before = await read();
    given.clock.pass({ minutes: 5 });

    expect((await patch({ summary: 'S' })).body).toEqual(before);
    expect((await patch({ summary: 'T' })).body.etag).not.toBe(before['etag']);
  });

  test('200 for an owner who is not the data owner', async () => {
    await share(given, given.S, given.bob, 'owner');

    expect((await patch({ summary: 'T' }, { as: given.bob })).status).toBe(200);
  });

  test('412 for a stale tag', async () => {
    const { body } = await patch({ summary: 'T' });
    await patch({ summary: 'U' });

    expect(refusal(await patch({ summary: 'V' }, { headers: { 'if-match': body.etag } }))).toMatchObject({
      status: 412,
      reason: 'conditionNotMet',
      location: 'If-Match',
    });
    expect(await read()).toMatchObject({ summary: 'U' });
  });

  test('400 when the title would go, or the zone is none', async () => {
    expect(refusal(await patch({ summary: null }))).toMatchObject({ status: 400, reason: 'required' });
    expect(refusal(await patch({ timeZone: 'Mars/Base' }))).toMatchObject({ status: 400, reason: 'invalid' });
  });

  test('8 patches at once of different fields are all kept', async () => {
    const fields = ['summary', 'description', 'location', 'summary', 'description', 'location', 'timeZone', 'timeZone'];

    const answers = await Promise.all(
      fields.map((field) => patch({ [field]: field === 'timeZone' ? 'Asia/Tokyo' : 'new' })),
    );

    expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 200));
    expect(await read()).toMatchObject({ summary: 'new', description: 'new', location: 'new', timeZone: 'Asia/Tokyo' });
  });

  describe('labels', () => {
    const blue = { name: 'Deep work', backgroundColor: '#0000FF' };

    test('a new one gets an id, a known one keeps it, a list replaces all of them', async () => {
      const { body: first } = await patch({ labelProperties: { eventLabels: [blue, { backgroundColor: '#00ff00' }] } });
      const ids = first.labelProperties?.eventLabels.map(({ id }) => id) ?? [];
      expect(new Set(ids).size).toBe(2);
      expect(ids[0]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

      const { body } = await patch({
        labelProperties: { eventLabels: [{ id: ids[0], name: 'Focus', backgroundColor: '#0000ff' }] },
      });

      expect(body.labelProperties).toEqual({
        eventLabels: [{ id: ids[0], name: 'Focus', backgroundColor: '#0000ff' }],
      });
    });

    test('stay as they are when nothing is said of them, on update as well, and go with null', async () => {
      const { body: labelled } = await patch({ labelProperties: { eventLabels: [blue] } });

      await given.ask('PUT', calendarPath(given.S), { body: { summary: 'S' } });
      expect((await patch({ description: 'x' })).body.labelProperties).toEqual(labelled.labelProperties);

      expect((await patch({ labelProperties: null })).body).not.toHaveProperty('labelProperties');
    });

    test.each([
      ['no colour', [{ name: 'x' }], 'required'],
      ['a colour that is none', [{ backgroundColor: 'blue' }], 'invalid'],
      ['a name of 51 characters', [{ ...blue, name: 'x'.repeat(51) }], 'invalid'],
      ['an id that is no UUID', [{ ...blue, id: '7' }], 'invalid'],
      ['201 labels', Array.from({ length: 201 }, () => blue), 'invalid'],
      [
        'one id twice',
        Array.from({ length: 2 }, () => ({ ...blue, id: '0c5d1a4e-8c1b-4b5e-9a51-6f1f0a3f7a11' })),
        'invalid',
      ],
    ])('400 for %s', async (_what, eventLabels, reason) => {
      expect(refusal(await patch({ labelProperties: { eventLabels } }))).toMatchObject({ status: 400, reason });
    });
  });
});
