import { describe, expect, test } from '@jest/globals';
import { config } from '#lib/runtime/process/config';
import { documents } from '#lib/stores/dynamodb/client/client';
import { queryAll } from '#lib/stores/dynamodb/commands/query';
import {
  addEvent,
  calendarPath,
  eventsPath,
  hourFrom,
  listPath,
  refusal,
  rulePath,
  share,
  startInstance,
  sweepCalendar,
} from '#test/support/calendar/calendar';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';

interface List {
  readonly items: readonly { readonly id: string; readonly deleted?: boolean }[];
  readonly nextSyncToken: string;
}

const given = useCalendarPerTest();

const hour = hourFrom('2026-03-10T09:00:00Z');
const listOf = async (as: string, query = ''): Promise<List> =>
  (await given.ask<List>('GET', `/users/me/calendarList${query}`, { as })).body;

describe('calendar.calendars.delete', () => {
  test('CAL-10 204; the calendar is gone, and a sync of the list says so', async () => {
    const { ask, alice, S } = given;
    const { nextSyncToken } = await listOf(alice);

    expect(await ask('DELETE', calendarPath(S))).toMatchObject({ status: 204, text: '' });

    expect(refusal(await ask('GET', calendarPath(S)))).toMatchObject({ status: 404, reason: 'notFound' });
    expect((await listOf(alice)).items.map(({ id }) => id)).toEqual([alice]);
    expect((await listOf(alice, `?syncToken=${nextSyncToken}`)).items).toEqual([
      {
        kind: 'calendar#calendarListEntry',
        etag: expect.stringMatching(/^"\d{16}"$/),
        id: S,
        accessRole: expect.any(String),
        deleted: true,
      },
    ]);
  });

  test('takes it off the lists of everybody else too', async () => {
    const { ask, bob, S } = given;
    await share(given, S, bob, 'reader');
    await ask('POST', '/users/me/calendarList', { as: bob, body: { id: S } });
    const { nextSyncToken } = await listOf(bob);

    await ask('DELETE', calendarPath(S));

    expect((await listOf(bob, `?syncToken=${nextSyncToken}`)).items).toEqual([
      expect.objectContaining({ id: S, deleted: true }),
    ]);
    expect((await ask('GET', listPath(S), { as: bob })).status).toBe(404);
  });

  test('404 for every operation on it from then on', async () => {
    const { ask, bob, S } = given;
    await ask('DELETE', calendarPath(S));

    const answers = await Promise.all([
      ask('DELETE', calendarPath(S)),
      ask('PATCH', calendarPath(S), { body: { summary: 'T' } }),
      ask('POST', rulePath(S), { body: { role: 'reader', scope: { type: 'user', value: bob } } }),
      ask('POST', '/users/me/calendarList', { body: { id: S } }),
      ask('GET', rulePath(S)),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });

  test('CAL-09 400 cannotDeletePrimaryCalendar for the own primary calendar', async () => {
    expect(refusal(await given.ask('DELETE', '/calendars/primary'))).toEqual({
      status: 400,
      reason: 'cannotDeletePrimaryCalendar',
      domain: 'calendar',
    });
  });

  test('CAL-12 403 for an owner who is not the data owner', async () => {
    const { ask, bob, S } = given;
    await share(given, S, bob, 'owner');

    expect(refusal(await ask('DELETE', calendarPath(S), { as: bob }))).toEqual({
      status: 403,
      reason: 'forbidden',
      domain: 'global',
    });
    expect((await ask('GET', calendarPath(S))).status).toBe(200);
  });

  test('412 for a stale tag', async () => {
    const { ask, S } = given;

    expect((await ask('DELETE', calendarPath(S), { headers: { 'if-match': '"stale"' } })).status).toBe(412);
    expect((await ask('GET', calendarPath(S))).status).toBe(200);
  });

  test('whatever meets the deletion has taken place before it or is a 404, from every instance of the functions', async () => {
    const { ask, alice, bob, S, clock } = given;
    const [first, second] = [startInstance(alice, clock), startInstance(alice, clock)];
    const { id } = await addEvent(given, hour, S);
    await share(given, S, bob, 'reader');
    await ask('GET', '/users/me/calendarList', { as: bob });
    const writes = [0, 1, 2, 3, 4, 5].flatMap((round) => [
      () => first('POST', eventsPath(S), { body: { ...hour, id: `race${String(round)}` } }),
      () => second('POST', eventsPath(S), { body: hour }),
      () => second('PATCH', eventsPath(S, id), { body: { summary: `Round ${String(round)}` } }),
      () =>
        first('POST', rulePath(S), {
          body: { role: 'reader', scope: { type: 'user', value: `guest${String(round)}@example.com` } },
        }),
      () => second('PATCH', calendarPath(S), { body: { summary: `Title ${String(round)}` } }),
      () => first('POST', '/users/me/calendarList', { as: bob, body: { id: S, summaryOverride: String(round) } }),
      () =>
        second('POST', `${eventsPath(S)}/import`, { body: { ...hour, iCalUID: `race${String(round)}@example.com` } }),
    ]);

    const started = writes.map((write) => write());
    const deletion = await ask('DELETE', calendarPath(S));
    const answers = await Promise.all(started);

    expect(deletion.status).toBe(204);
    expect(answers.filter(({ status }) => status !== 200 && status !== 404).map(({ text }) => text)).toEqual([]);
    expect((await ask('POST', eventsPath(S), { body: hour })).status).toBe(404);
    await sweepCalendar(S, clock);
    expect(
      (await queryAll(documents, config.calendarTable, { pk: S, by: 'sk', from: ' ', to: '~' })).map(
        (item) => item['sk'],
      ),
    ).toEqual(['META']);
    expect((await listOf(bob)).items.map((entry) => entry.id)).toEqual([bob]);
  });
});
