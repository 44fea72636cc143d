import { describe, expect, test } from '@jest/globals';
import { propagator } from '#functions/streams/propagate';
import { badRequest } from '#lib/api/errors';
import { runJobs } from '#lib/calendar/calendars/run-jobs';
import { addEvent, eventsPath, TUESDAYS, type AnsweredEvent } from '#test/support/calendar/calendar';
import { answer, inviting, NOON, guestRow, signUp } from '#test/support/calendar/guests';
import { useGuests } from '#test/support/calendar/use-guests';

const fixture = useGuests();

describe('an invitation', () => {
  test('CAL-84 puts a copy with the same ids on the primary calendar of a guest', async () => {
    const { bob, carol, read, meeting } = fixture;
    const event = await meeting();

    const copy = await read(bob, event.id);

    expect(copy).toMatchObject({
      id: event.id,
      iCalUID: event.iCalUID,
      summary: 'Lunch',
      start: { dateTime: '2026-03-10T11:00:00Z' },
      status: 'confirmed',
      sequence: 0,
    });
    expect(copy.organizer).toEqual({ email: fixture.alice });
    expect(copy.attendees).toEqual([
      { email: bob, responseStatus: 'needsAction', self: true },
      { email: carol, responseStatus: 'needsAction' },
    ]);
  });

  test('reaches an invited secondary calendar', async () => {
    const { S, bob, ask, settle, read, alice } = fixture;
    const { body } = await ask<AnsweredEvent>('POST', eventsPath(), {
      as: bob,
      body: { summary: 'Review', ...NOON, ...inviting(S) },
    });
    await settle();

    expect(guestRow(await read(alice, body.id, S), S)).toMatchObject({ self: true, responseStatus: 'needsAction' });
  });

  test('CAL-83 maxAttendees keeps only the own row, and a body that omits the others leaves them alone', async () => {
    const { bob, carol, read, write, settle, meeting } = fixture;
    const event = await meeting({ ...inviting(bob, carol, 'guest@elsewhere.example') });

    const seen = await read(bob, event.id, 'primary', '?maxAttendees=1');
    expect([seen.attendees, seen.attendeesOmitted]).toEqual([
      [{ email: bob, responseStatus: 'needsAction', self: true }],
      true,
    ]);

    await write(bob, 'PATCH', event.id, { attendeesOmitted: true, ...answer(bob, 'tentative') });
    await settle();
    expect((await read(carol, event.id)).attendees.map(({ responseStatus }) => responseStatus)).toEqual([
      'tentative',
      'needsAction',
      'needsAction',
    ]);
  });

  test('waits for somebody who signs up later, once', async () => {
    const { read, settle, records, propagation, meeting } = fixture;
    const dave = `dave-${fixture.bob}`;
    const event = await meeting(inviting(dave));
    await signUp(fixture, dave);
    await settle();

    expect(guestRow(await read(dave, event.id), dave)).toMatchObject({ self: true });
    expect(await propagation.stores.waiting.list(dave)).toEqual([]);
    expect(await records()).toEqual([]);
  });

  test('that was taken back no longer waits', async () => {
    const { alice, write, settle, ask, propagation, meeting } = fixture;
    const erin = `erin-${fixture.bob}`;
    const event = await meeting(inviting(erin));
    await write(alice, 'PATCH', event.id, { attendees: [] });
    await settle();
    expect(await propagation.stores.waiting.list(erin)).toEqual([]);
    await signUp(fixture, erin);
    await settle();

    expect((await ask('GET', eventsPath('primary', event.id), { as: erin })).status).toBe(404);
  });

  test('is not sent by an import', async () => {
    const { ask, bob, settle } = fixture;
    const { body } = await ask<AnsweredEvent>('POST', `${eventsPath()}/import`, {
      body: { iCalUID: `import-${bob}`, summary: 'Kept here', ...NOON, ...inviting(bob) },
    });
    await settle();

    expect((await ask('GET', eventsPath('primary', body.id), { as: bob })).status).toBe(404);
  });
});

describe("the organizer's change", () => {
  test('reaches the guests, and replaces what they changed for themselves', async () => {
    const { alice, bob, read, write, settle, meeting } = fixture;
    const event = await meeting();
    await write(bob, 'PATCH', event.id, { summary: 'My lunch' });
    await settle();
    expect([(await read(bob, event.id)).summary, (await read(alice, event.id)).summary]).toEqual(['My lunch', 'Lunch']);

    await write(alice, 'PATCH', event.id, { location: 'Canteen', start: { dateTime: '2026-03-10T11:30:00Z' } });
    await settle();

    expect(await read(bob, event.id)).toMatchObject({
      summary: 'Lunch',
      location: 'Canteen',
      sequence: 1,
      start: { dateTime: '2026-03-10T11:30:00Z' },
    });
  });

  test('CAL-88 cancels every copy, which then says no more than that, and is found by a sync', async () => {
    const { alice, bob, read, write, settle, meeting, listed, syncToken } = fixture;
    const event = await meeting();
    const token = await syncToken(bob);

    await write(alice, 'DELETE', event.id);
    await settle();

    const copy = await read(bob, event.id);
    expect(Object.keys(copy).sort()).toEqual(['etag', 'id', 'kind', 'status']);
    expect(copy.status).toBe('cancelled');
    expect(
      (await listed(bob, `syncToken=${encodeURIComponent(token)}`)).map(({ id, status }) => ({ id, status })),
    ).toEqual([{ id: event.id, status: 'cancelled' }]);
  });

  test('takes the event away from somebody who is no longer invited', async () => {
    const { alice, bob, carol, read, write, settle, meeting } = fixture;
    const event = await meeting();

    await write(alice, 'PATCH', event.id, inviting(bob));
    await settle();

    expect((await read(carol, event.id)).status).toBe('cancelled');
    expect((await read(bob, event.id)).attendees.map(({ email }) => email)).toEqual([bob]);

    await write(alice, 'PATCH', event.id, inviting(bob, carol));
    await settle();
    expect(await read(carol, event.id)).toMatchObject({ status: 'confirmed', summary: 'Lunch' });
  });

  test('of one instance, and of the rules, reaches the series of the guests', async () => {
    const { alice, bob, read, write, settle, ask } = fixture;
    const series = await addEvent(fixture, { ...TUESDAYS, ...inviting(bob) });
    const [first, second, third] = ['20260317T130000Z', '20260324T130000Z', '20260331T120000Z'].map(
      (suffix) => `${series.id}_${suffix}`,
    ) as [string, string, string];
    await write(alice, 'PATCH', second, { summary: 'Elsewhere' });
    await write(alice, 'DELETE', third);
    await settle();

    expect([
      (await read(bob, first)).summary,
      (await read(bob, second)).summary,
      (await read(bob, third)).status,
    ]).toEqual(['Tuesdays', 'Elsewhere', 'cancelled']);

    await write(alice, 'PATCH', series.id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=1'] });
    await settle();
    const { body } = await ask<{ items: AnsweredEvent[] }>('GET', `${eventsPath('primary', series.id)}/instances`, {
      as: bob,
    });
    expect(body.items.map(({ id }) => id)).toEqual([first]);
    expect((await read(bob, second)).status).toBe('cancelled');
  });

  test('of the guests of one instance invites to that one alone', async () => {
    const { alice, bob, carol, read, write, settle, ask } = fixture;
    const series = await addEvent(fixture, { ...TUESDAYS, ...inviting(bob) });
    const second = `${series.id}_20260324T130000Z`;
    await write(alice, 'PATCH', second, inviting(carol));
    await settle();

    expect(await read(carol, second)).toMatchObject({
      summary: 'Tuesdays',
      start: { dateTime: '2026-03-24T13:00:00Z' },
    });
    expect((await ask('GET', eventsPath('primary', series.id), { as: carol })).status).toBe(404);
    expect((await read(bob, second)).status).toBe('cancelled');

    await write(carol, 'PATCH', second, answer(carol, 'accepted'));
    await settle();
    expect(guestRow(await read(alice, second), carol)).toMatchObject({ responseStatus: 'accepted' });

    await write(alice, 'PATCH', series.id, { summary: 'Wednesdays', location: 'Garden' });
    await settle();
    expect(await read(carol, second)).toMatchObject({ summary: 'Wednesdays', location: 'Garden' });
    expect(guestRow(await read(carol, second), carol)).toMatchObject({ responseStatus: 'accepted' });
  });

  test('of a series into a single event cancels the one instance that somebody was invited to alone, and no answer brings it back', async () => {
    const { alice, bob, carol, read, write, settle, listed, syncToken } = fixture;
    const { recurrence: _rules, ...once } = TUESDAYS;
    const series = await addEvent(fixture, { ...TUESDAYS, ...inviting(bob) });
    const second = `${series.id}_20260324T130000Z`;
    await write(alice, 'PATCH', second, inviting(bob, carol));
    await settle();
    const token = await syncToken(carol);
    expect((await read(carol, second)).status).toBe('confirmed');

    await write(alice, 'PUT', series.id, { ...once, ...inviting(bob) });
    await settle();

    expect([(await read(alice, second)).status, (await read(carol, second)).status]).toEqual([
      'cancelled',
      'cancelled',
    ]);
    expect((await listed(carol, `syncToken=${token}`)).map(({ id, status }) => [id, status])).toEqual([
      [second, 'cancelled'],
    ]);
    const { recurrence, status, attendees } = await read(bob, series.id);
    expect([recurrence, status, attendees.map(({ email }) => email)]).toEqual([undefined, 'confirmed', [bob]]);

    await write(carol, 'PATCH', second, answer(carol, 'accepted'));
    await settle();
    expect([(await read(carol, second)).status, (await read(alice, second)).status]).toEqual([
      'cancelled',
      'cancelled',
    ]);

    await write(alice, 'PATCH', series.id, inviting(bob, carol));
    await settle();
    expect([(await read(carol, series.id)).status, (await read(carol, second)).status]).toEqual([
      'confirmed',
      'cancelled',
    ]);
  });

  test('of the calendar makes the new one the organizer of every copy', async () => {
    const { S, bob, read, ask, settle, alice, write, meeting } = fixture;
    const event = await meeting();

    await ask('POST', `${eventsPath('primary', event.id)}/move?destination=${encodeURIComponent(S)}`);
    await settle();
    expect(await read(bob, event.id)).toMatchObject({ status: 'confirmed', organizer: { email: S, displayName: 'S' } });

    await write(bob, 'PATCH', event.id, answer(bob, 'accepted'));
    await settle();
    expect(guestRow(await read(alice, event.id, S), bob)).toMatchObject({ responseStatus: 'accepted' });
  });

  test('of the whole calendar, deleted with its events, cancels the copies', async () => {
    const { bob, read, ask, settle, stores, clock } = fixture;
    const { body: calendar } = await ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Short-lived' } });
    const event = await addEvent(fixture, { summary: 'Lost', ...NOON, ...inviting(bob) }, calendar.id);
    await settle();
    await ask('DELETE', `/calendars/${encodeURIComponent(calendar.id)}`);
    await runJobs({ stores, clock }, new Date(clock.now().getTime() + 1));
    await settle();

    expect((await read(bob, event.id)).status).toBe('cancelled');
  });
});

test('a run is counted: what it worked on, what is handed over again, what is given up, and how late it was', async () => {
  const { propagation, records, bob, settle } = fixture;
  await settle();
  await addEvent(fixture, { summary: 'Counted', ...NOON, ...inviting(bob) });
  const Records = await records();
  const logged: unknown[] = [];
  const log = { info: (_message: string, fields = {}) => void logged.push(fields), error: () => undefined };
  const run = (viewInEach = propagation.stores.events.viewInEach) =>
    propagator({
      ...propagation,
      log,
      stores: { ...propagation.stores, events: { ...propagation.stores.events, viewInEach } },
    })({ Records });

  expect((await run(() => Promise.reject(new Error('busy')))).batchItemFailures).toHaveLength(1);
  expect((await run(() => Promise.reject(badRequest('invalid', 'Too large.')))).batchItemFailures).toEqual([]);
  expect((await run()).batchItemFailures).toEqual([]);

  expect(logged).toMatchObject([
    { service: 'calendar', run: 'propagate', tasks: 1, failures: 1, drops: 0, lagMs: expect.any(Number) },
    { tasks: 1, failures: 0, drops: 1 },
    { tasks: 1, failures: 0, drops: 0 },
  ]);
});
