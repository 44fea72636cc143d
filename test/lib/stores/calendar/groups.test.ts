import { beforeEach, describe, expect, test } from '@jest/globals';
import { groupsFrom, type Groups } from '#lib/calendar/model/groups';
import type { GroupStore } from '#lib/calendar/stores/groups';
import { knownGroups } from '#lib/calendar/users/known-groups';
import { dynamoGroups } from '#lib/stores/dynamodb/calendar/groups';
import { documents } from '#lib/stores/dynamodb/client/client';
import { TestClock } from '#test/support/calendar/calendar';
import { newCalendarTable } from '#test/support/calendar/calendar-table';

const TEAM = { address: 'team@example.com', members: ['ann@example.com', 'bob@example.com'] };
const ÄRZTE = { address: 'ärzte@example.com', members: ['ann@example.com'] };

let store: GroupStore;
beforeEach(async () => {
  store = dynamoGroups(documents, (await newCalendarTable()).name);
});

test('a stage has none at first', async () => {
  expect(await store.load()).toEqual({ version: 0, groups: [] });
  expect(await store.version()).toBe(0);
});

test('groups are replaced one by one, and those without members go', async () => {
  await store.replace([TEAM, ÄRZTE, { address: 'old@example.com', members: ['bob@example.com'] }]);
  await store.replace([
    { ...TEAM, members: ['carol@example.com'] },
    { address: 'old@example.com', members: [] },
  ]);

  expect(await store.load()).toEqual({ version: 2, groups: [{ ...TEAM, members: ['carol@example.com'] }, ÄRZTE] });
  expect(await store.version()).toBe(2);
});

test('more than one page of the database comes whole', async () => {
  const members = Array.from({ length: 10_000 }, (_, index) => `somebody${String(index)}@example.com`);
  const groups = ['a', 'b', 'c', 'd'].map((name) => ({ address: `${name}@example.com`, members }));
  await store.replace(groups);

  expect((await store.load()).groups).toEqual(groups);
});

test('both sides are looked up; names that every object has are no groups', () => {
  const groups = groupsFrom([TEAM, ÄRZTE]);

  expect(groups.groupsOf('ann@example.com')).toEqual(['team@example.com', 'ärzte@example.com']);
  expect(groups.membersOf('team@example.com')).toEqual(TEAM.members);
  expect([groups.membersOf('constructor'), groups.groupsOf('constructor')]).toEqual([undefined, []]);
});

describe('what a process knows', () => {
  const ofAnn = (groups: Groups): readonly string[] => groups.groupsOf('ann@example.com');
  const echo = <T>(wanted: T): Promise<T> => Promise.resolve(wanted);

  test('is right on the first read', async () => {
    await store.replace([TEAM]);

    expect(await knownGroups(store, new TestClock()).reading(ofAnn, echo)).toEqual(['team@example.com']);
  });

  test('is a minute old at most', async () => {
    const clock = new TestClock();
    const known = knownGroups(store, clock);
    await known.latest();
    await store.replace([TEAM]);

    expect(await known.reading(ofAnn, echo)).toEqual([]);
    clock.pass({ minutes: 1 });
    expect(await known.reading(ofAnn, echo)).toEqual(['team@example.com']);
    await store.replace([{ ...TEAM, members: [] }]);
    clock.pass({ minutes: 1 });
    expect(ofAnn(await known.latest())).toEqual([]);
  });

  test('a read is repeated only where the change of a group matters to it', async () => {
    const clock = new TestClock();
    const known = knownGroups(store, clock);
    await known.latest();
    await store.replace([TEAM]);
    clock.pass({ minutes: 1 });
    let reads = 0;

    await known.reading(
      (groups) => groups.groupsOf('carol@example.com'),
      async () => {
        reads += 1;
      },
    );

    expect(reads).toBe(1);
  });
});
