import { beforeAll, describe, expect, test } from '@jest/globals';
import { TUESDAYS } from '#test/support/calendar/calendar';
import { answer, inviting, guestRow, signUp } from '#test/support/calendar/guests';
import { useGuests } from '#test/support/calendar/use-guests';

const fixture = useGuests();
const DAVE = 'dave@example.com';
beforeAll(async () => {
  await signUp(fixture, DAVE);
});

const second = (id: string): string => `${id}_20260324T130000Z`;
const addressesOf = ({
  attendees,
}: {
  attendees?: readonly { email?: string | undefined }[];
}): (string | undefined)[] => (attendees ?? []).map(({ email }) => email);

/** A series of four of which bob has declined the second. */
async function declinedOnce(): Promise<string> {
  const { bob, write, settle, meeting } = fixture;
  const { id } = await meeting(TUESDAYS);
  await write(bob, 'PATCH', second(id), answer(bob, 'declined'));
  await settle();
  return id;
}

describe('an instance that a guest has answered by itself', () => {
  test('invites whom its series invites later, and keeps the answer', async () => {
    const { alice, bob, carol, read, write, settle, listed } = fixture;
    const id = await declinedOnce();

    await write(alice, 'PATCH', id, inviting(bob, carol, DAVE));
    await settle();

    for (const who of [alice, bob, carol, DAVE]) {
      const instance = await read(who, second(id));
      expect(addressesOf(instance)).toEqual([bob, carol, DAVE]);
      expect(guestRow(instance, bob)).toMatchObject({ responseStatus: 'declined' });
      expect(guestRow(instance, DAVE)).toMatchObject({ responseStatus: 'needsAction' });
    }
    expect((await listed(DAVE, 'singleEvents=true')).map((event) => event.id)).toContain(second(id));
  });

  test('no longer invites whom its series has uninvited', async () => {
    const { alice, bob, carol, read, write, settle, listed, syncToken } = fixture;
    const id = await declinedOnce();
    const token = await syncToken(alice);

    await write(alice, 'PATCH', id, inviting(bob));
    await settle();

    expect(addressesOf(await read(alice, second(id)))).toEqual([bob]);
    expect(guestRow(await read(alice, second(id)), bob)).toMatchObject({ responseStatus: 'declined' });
    expect((await listed(alice, `syncToken=${encodeURIComponent(token)}`)).map((event) => event.id)).toEqual(
      expect.arrayContaining([id, second(id)]),
    );
    expect((await listed(carol, 'singleEvents=true')).filter((event) => event.id.startsWith(id))).toEqual([]);
  });

  test('has no guests left when its series has none', async () => {
    const { alice, bob, read, write, settle } = fixture;
    const id = await declinedOnce();

    await write(alice, 'PATCH', id, { attendees: [] });
    await settle();

    expect(addressesOf(await read(alice, second(id)))).toEqual([]);
    expect((await read(bob, second(id))).status).toBe('cancelled');
  });

  test('keeps guests that were invited to it alone, whatever its series does', async () => {
    const { alice, bob, carol, read, write, settle } = fixture;
    const id = await declinedOnce();
    await write(alice, 'PATCH', second(id), inviting(bob, DAVE));
    await settle();

    await write(alice, 'PATCH', id, inviting(carol));
    await settle();

    for (const who of [alice, DAVE]) expect(addressesOf(await read(who, second(id)))).toEqual([bob, DAVE]);
  });
});

test('a guest of one instance who is uninvited from the series keeps that instance and loses the others', async () => {
  const { alice, bob, carol, read, write, settle, meeting, listed, syncToken } = fixture;
  const { id } = await meeting(TUESDAYS);
  await write(alice, 'PATCH', second(id), inviting(bob, carol, DAVE));
  await settle();
  const token = await syncToken(carol);

  await write(alice, 'PATCH', id, inviting(bob));
  await settle();

  const mine = (events: readonly { id: string; status?: string }[]) =>
    events.filter((event) => event.id.startsWith(id)).map((event) => [event.id, event.status]);
  expect(mine(await listed(carol, 'singleEvents=true'))).toEqual([[second(id), 'confirmed']]);
  expect(mine(await listed(carol, `syncToken=${encodeURIComponent(token)}`)).toSorted()).toEqual([
    [id, 'cancelled'],
    [second(id), 'confirmed'],
  ]);

  await write(carol, 'PATCH', second(id), answer(carol, 'accepted'));
  await settle();
  expect(guestRow(await read(alice, second(id)), carol)).toMatchObject({ responseStatus: 'accepted' });

  await write(alice, 'PATCH', id, inviting(bob, carol));
  await settle();
  expect(mine(await listed(carol, 'singleEvents=true'))).toHaveLength(4);
  expect(guestRow(await read(carol, second(id)), carol)).toMatchObject({ responseStatus: 'accepted' });
});
