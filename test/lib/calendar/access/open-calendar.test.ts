import { expect, test } from '@jest/globals';
import { provision, requireUser } from '#lib/calendar/access/open-calendar';
import type { NewUser } from '#lib/calendar/stores/users';

/** A database in which another request writes the same user: ours is refused until theirs is there. */
function contested(readsUntilThere: number) {
  const offered: NewUser[] = [];
  let reads = 0;
  const opening = {
    caller: { kind: 'user', email: 'new@example.com', scopes: [], clientId: undefined },
    clock: { now: () => new Date('2026-11-18T08:00:00Z') },
    stores: {
      defaultTimeZone: 'Europe/Zurich',
      users: {
        find: () => Promise.resolve((reads += 1) > readsUntilThere ? offered[0]?.user : undefined),
        provision(user: NewUser) {
          offered.push(user);
          return Promise.resolve(false);
        },
      },
    },
  } as unknown as Parameters<typeof requireUser>[0];
  return { opening, offered };
}

test('of two first requests at once, the one that loses waits for what the other has written', async () => {
  const { opening, offered } = contested(4);

  expect(await requireUser(opening)).toMatchObject({ email: 'new@example.com' });
  expect(offered).toHaveLength(4);
});

test('a user who never comes is told as such, after some attempts', async () => {
  const { opening, offered } = contested(Infinity);

  await expect(requireUser(opening)).rejects.toThrow('new@example.com could not be provisioned');
  expect(offered).toHaveLength(11);
});

test('what is there at once is read once', async () => {
  const { opening, offered } = contested(0);
  let reads = 0;

  expect(
    await provision(
      opening,
      () => Promise.resolve((reads += 1)),
      () => true,
    ),
  ).toBe(1);
  expect(offered).toHaveLength(1);
});
