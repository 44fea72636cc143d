/** A calendar that holds all that the database lets it hold, and senders who would fill one. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { propagator } from '#functions/streams/propagate';
import type { Propagation } from '#lib/calendar/guests/propagation';
import { documents } from '#lib/stores/dynamodb/client/client';
import { addEvent, calendarPath, eventsPath, refusal, sweepCalendar } from '#test/support/calendar/calendar';
import { fillCollections } from '#test/support/calendar/full-collections';
import { inviting, NOON } from '#test/support/calendar/guests';
import { useGuests } from '#test/support/calendar/use-guests';

const fixture = useGuests();
const full = fillCollections(documents);
afterEach(() => {
  full.clear();
});

const LONG = { ...NOON, summary: 'Tale', description: 'A long story.' };

interface Logged {
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Hands over what has changed, once; answers what failed, and what was said about copies. */
async function spread(more: Partial<Propagation> = {}) {
  const logged: Logged[] = [];
  const note = (message: string, fields = {}) => void logged.push({ message, fields });
  const Records = await fixture.records();
  const answer = await propagator({ ...fixture.propagation, log: { info: note, error: note }, ...more })({ Records });
  return {
    ...answer,
    notMade: logged.flatMap(({ message, fields }) => (message === 'a copy was not made' ? fields : [])),
  };
}
const statusOf = async (who: string, eventId: string): Promise<number> =>
  (await fixture.ask('GET', eventsPath('primary', eventId), { as: who })).status;

describe('a full calendar', () => {
  test('takes no event more, and says so; what makes it smaller is done', async () => {
    const { alice, ask, settle } = fixture;
    const { id } = await addEvent(fixture, LONG);
    full.add(alice);

    expect(refusal(await ask('POST', eventsPath(), { body: NOON }))).toEqual({
      status: 403,
      domain: 'usageLimits',
      reason: 'quotaExceeded',
    });
    expect((await ask('DELETE', eventsPath('primary', id))).status).toBe(204);
    expect((await ask('GET', eventsPath('primary', id))).body).toMatchObject({ status: 'cancelled', summary: 'Tale' });
    await settle();
  });

  test('can be cleared', async () => {
    const { alice, ask, clock, stores, settle } = fixture;
    await addEvent(fixture, LONG);
    full.add(alice);
    expect((await ask('POST', `${calendarPath('primary')}/clear`)).status).toBe(204);
    await sweepCalendar(alice, clock, stores);

    expect(await stores.jobs.listJobs()).toEqual([]);
    await settle();
  });

  test('refuses one of many who write at once, and not the others', async () => {
    const { alice, ask, settle } = fixture;
    const { id } = await addEvent(fixture, LONG);
    full.add(alice);
    const [added, deleted] = await Promise.all([
      ask('POST', eventsPath(), { body: NOON }),
      ask('DELETE', eventsPath('primary', id)),
    ]);

    expect([added.status, deleted.status]).toEqual([403, 204]);
    await settle();
  });

  test("keeps nobody else's copy waiting, and is not tried again", async () => {
    const { bob, carol } = fixture;
    full.add(bob);
    const { id } = await addEvent(fixture, { ...NOON, ...inviting(bob, carol) });

    const { batchItemFailures, notMade } = await spread();

    expect(batchItemFailures).toEqual([]);
    expect(notMade).toMatchObject([{ eventId: id, guest: bob, reason: 'quotaExceeded' }]);
    expect([await statusOf(bob, id), await statusOf(carol, id)]).toEqual([404, 200]);
    await fixture.settle();
  });
});

describe('a sender', () => {
  test('adds so many copies a day, over all calendars, and more on the next day', async () => {
    const { bob, carol, clock, S, alice } = fixture;
    const given = { copiesPerDay: 3 };
    clock.pass({ days: 1 });
    const first = await addEvent(fixture, { ...NOON, ...inviting(bob, carol) });
    expect((await spread(given)).notMade).toEqual([]);

    const second = await addEvent(fixture, { ...NOON, ...inviting(bob, carol) }, S);
    const { batchItemFailures, notMade } = await spread(given);
    expect([batchItemFailures, notMade.length]).toEqual([[], 1]);
    expect([await statusOf(bob, second.id), await statusOf(carol, second.id)].toSorted()).toEqual([200, 404]);

    // What is there already follows its meeting.
    await fixture.write(alice, 'PATCH', first.id, { summary: 'Later' });
    expect((await spread(given)).notMade).toEqual([]);
    expect((await fixture.read(bob, first.id)).summary).toBe('Later');

    clock.pass({ days: 1 });
    await fixture.ask('PATCH', eventsPath(S, second.id), { body: { summary: 'On the next day' } });
    expect((await spread(given)).notMade).toEqual([]);
    expect([await statusOf(bob, second.id), await statusOf(carol, second.id)]).toEqual([200, 200]);
    await fixture.settle();
  });

  test('has no ceiling where it is set to 0', async () => {
    const { bob, carol } = fixture;
    const { id } = await addEvent(fixture, { ...NOON, ...inviting(bob, carol) });
    expect((await spread({ copiesPerDay: 0 })).notMade).toEqual([]);
    expect(await statusOf(carol, id)).toBe(200);
  });
});
