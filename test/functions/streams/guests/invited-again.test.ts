import { expect, test } from '@jest/globals';
import { TUESDAYS } from '#test/support/calendar/calendar';
import { answer, inviting, guestRow } from '#test/support/calendar/guests';
import { useGuests } from '#test/support/calendar/use-guests';

const fixture = useGuests();

test('a guest who has deleted the copy and is invited again has it again, however fast that goes', async () => {
  const { alice, bob, carol, read, write, settle, meeting, listed, syncToken } = fixture;
  const { id } = await meeting();
  await write(bob, 'DELETE', id);
  await settle();
  const token = await syncToken(bob);

  await write(alice, 'PATCH', id, inviting(carol));
  await write(alice, 'PATCH', id, inviting(carol, bob));
  await settle();

  expect(await read(bob, id)).toMatchObject({ status: 'confirmed' });
  expect(guestRow(await read(bob, id), bob)).toMatchObject({ responseStatus: 'needsAction' });
  expect(
    (await listed(bob, `syncToken=${encodeURIComponent(token)}`)).map((event) => [event.id, event.status]),
  ).toEqual([[id, 'confirmed']]);

  await write(bob, 'PATCH', id, answer(bob, 'accepted'));
  await settle();
  expect(guestRow(await read(alice, id), bob)).toMatchObject({ responseStatus: 'accepted' });
});

test('a deleted copy stays deleted while the organizer changes other things', async () => {
  const { alice, bob, carol, read, write, settle, meeting } = fixture;
  const { id } = await meeting(TUESDAYS);
  const instance = `${id}_20260324T130000Z`;
  await write(bob, 'DELETE', id);
  await write(carol, 'DELETE', instance);
  await settle();

  await write(alice, 'PATCH', id, { summary: 'Tea' });
  await write(alice, 'PATCH', instance, { location: 'Room 1' });
  await settle();

  expect((await read(bob, id)).status).toBe('cancelled');
  expect((await read(carol, instance)).status).toBe('cancelled');
  expect((await read(carol, id)).status).toBe('confirmed');
});
