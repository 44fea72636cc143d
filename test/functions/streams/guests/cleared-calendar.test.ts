/** Guests hear at once that the calendar of a meeting was cleared or deleted: the stream begins what the schedule ends. */
import { describe, expect, test } from '@jest/globals';
import { propagator } from '#functions/streams/propagate';
import type { Propagation } from '#lib/calendar/guests/propagation';
import { addEvent, calendarPath, eventsPath, hourFrom, sweepCalendar } from '#test/support/calendar/calendar';
import { inviting, NOON } from '#test/support/calendar/guests';
import { useGuests } from '#test/support/calendar/use-guests';

const fixture = useGuests();

const clear = async (): Promise<void> => {
  expect((await fixture.ask('POST', `${calendarPath('primary')}/clear`)).status).toBe(204);
};
const statusFor = async (who: string, eventId: string): Promise<string | undefined> =>
  (await fixture.read(who, eventId)).status;

/** Hands over what has changed, once. */
async function spread(more: Partial<Propagation>) {
  return propagator({ ...fixture.propagation, ...more })({ Records: await fixture.records() });
}

describe('a calendar with meetings', () => {
  test('that is cleared: the copies are cancelled, without a run of the schedule', async () => {
    const { bob, carol, meeting, stores, settle } = fixture;
    const { id } = await meeting();

    await clear();
    await settle();

    expect([await statusFor(bob, id), await statusFor(carol, id)]).toEqual(['cancelled', 'cancelled']);
    expect(await stores.jobs.listJobs()).toEqual([]);
  });

  test('that is deleted: so are its copies, and it is off every list', async () => {
    const { ask, bob, stores, settle } = fixture;
    const { id: calendarId } = (await ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Project' } })).body;
    const { id } = await addEvent(fixture, { ...NOON, ...inviting(bob) }, calendarId);
    await settle();
    expect(await statusFor(bob, id)).toBe('confirmed');

    expect((await ask('DELETE', calendarPath(calendarId))).status).toBe(204);
    await settle();

    expect(await statusFor(bob, id)).toBe('cancelled');
    expect(await stores.jobs.listJobs()).toEqual([]);
  });
});

describe('the schedule goes on', () => {
  test('where there is more than the stream has time for', async () => {
    const { alice, bob, clock, stores, settle } = fixture;
    const starts = Array.from({ length: 210 }, (_, index) => Date.UTC(2026, 3, 1, index));
    for (const start of starts) await addEvent(fixture, hourFrom(new Date(start).toISOString()));
    const { id } = await addEvent(fixture, { id: 'vvvvvv', ...NOON, ...inviting(bob) });
    await settle();

    await clear();
    let seconds = 0;
    const hurried = { now: () => new Date(clock.now().getTime() + (seconds += 2) * 1000) };
    await spread({ clock: hurried });
    await settle();
    expect(await stores.jobs.listJobs()).toMatchObject([{ kind: 'clear', calendarId: alice }]);
    expect(await statusFor(bob, id)).toBe('confirmed');

    await sweepCalendar(alice, clock, stores);
    await settle();
    expect(await statusFor(bob, id)).toBe('cancelled');
  });

  test('where the stream fails, which holds up nothing else', async () => {
    const { alice, bob, clock, meeting, propagation, stores, settle } = fixture;
    const { id } = await meeting();
    await clear();
    const logged: string[] = [];
    const jobs = { ...propagation.stores.jobs, writeTombstones: () => Promise.reject(new Error('not now')) };

    const { batchItemFailures } = await spread({
      stores: { ...propagation.stores, jobs },
      log: { info: () => undefined, error: (message) => void logged.push(message) },
    });

    expect([batchItemFailures, logged]).toEqual([[], ['a job is left to the schedule']]);
    expect((await fixture.ask('GET', eventsPath('primary', id), { as: bob })).body).toMatchObject({
      status: 'confirmed',
    });
    await sweepCalendar(alice, clock, stores);
    await settle();
    expect(await statusFor(bob, id)).toBe('cancelled');
  });
});
