/** Members of a group have what its rules give them, and nobody waits longer for it. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { watchMeters, type Meter } from '#lib/api/process/meter';
import type { Ask } from '#test/support/ask';
import {
  calendarPath,
  eventsPath,
  rulePath,
  setGroups,
  startInstance,
  type CalendarFixture,
} from '#test/support/calendar/calendar';
import { useCalendar } from '#test/support/calendar/use-calendar';
import { someone } from '#test/support/people';

const [TEAM, MEMBER] = [someone('team'), someone('member')];

const fixture = useCalendar();
beforeAll(async () => {
  await setGroups({ [TEAM]: [MEMBER] });
  await fixture.ask('POST', rulePath(fixture.S), { body: { role: 'reader', scope: { type: 'group', value: TEAM } } });
  await fixture.ask('GET', calendarPath(fixture.S), { as: MEMBER });
});

describe('access through a group', () => {
  test('begins with an import and ends with the next, a minute later at most', async () => {
    const { ask, clock, S, bob } = fixture;
    const status = async (): Promise<number> => (await ask('GET', calendarPath(S), { as: bob })).status;
    expect(await status()).toBe(404);

    await setGroups({ [TEAM]: [MEMBER, bob] });
    clock.pass({ minutes: 1 });
    expect(await status()).toBe(200);

    await setGroups({ [TEAM]: [MEMBER] });
    clock.pass({ minutes: 1 });
    expect(await status()).toBe(404);
  });
});

describe('calls to the database that wait for one another, for a list of events', () => {
  const tripsOf = async (send: CalendarFixture['ask'], as: string, path: string): Promise<number> => {
    const meters: Meter[] = [];
    const { status } = await watchMeters(
      (meter) => meters.push(meter),
      () => send('GET', path, { as } satisfies Ask),
    );
    expect(status).toBe(200);
    return Math.max(...meters.map(({ roundTrips }) => roundTrips));
  };
  const list = (): string => eventsPath(fixture.S);

  test('two, in a process that has just begun', async () => {
    expect(await tripsOf(startInstance(fixture.alice, fixture.clock), fixture.alice, list())).toBe(2);
  });

  test('two for a member, but for the first time in a process', async () => {
    const send = startInstance(MEMBER, fixture.clock);
    expect(await tripsOf(send, MEMBER, list())).toBe(3);

    expect(await tripsOf(send, MEMBER, list())).toBe(2);
    fixture.clock.pass({ minutes: 1 });
    expect(await tripsOf(send, MEMBER, list())).toBe(2);
  });

  test('two more when the own groups have changed since: which import it is, and all of them', async () => {
    const { ask, clock, alice } = fixture;
    const other = someone('other');
    await setGroups({ [other]: [alice] });
    clock.pass({ minutes: 1 });

    expect(await tripsOf(ask, alice, list())).toBe(4);
    expect(await tripsOf(ask, alice, list())).toBe(2);
  });
});
