import { describe, expect, test } from '@jest/globals';
import { runJobs } from '#lib/calendar/calendars/run-jobs';
import { addEvent, eventsPath, TUESDAYS } from '#test/support/calendar/calendar';
import { answer, inviting, guestRow, signUp } from '#test/support/calendar/guests';
import { useGuests } from '#test/support/calendar/use-guests';

const fixture = useGuests();

describe('an answer', () => {
  test("reaches the organizer's copy and the other guests, and is no new revision", async () => {
    const { alice, bob, carol, read, write, settle, meeting, listed, syncToken } = fixture;
    const event = await meeting();
    const token = await syncToken(alice);

    await write(bob, 'PATCH', event.id, answer(bob, 'accepted', { comment: 'Hungry', additionalGuests: 1 }));
    await settle();

    const copies = await Promise.all([alice, bob, carol].map((who) => read(who, event.id)));
    for (const copy of copies)
      expect(guestRow(copy, bob)).toMatchObject({ responseStatus: 'accepted', comment: 'Hungry', additionalGuests: 1 });
    expect(copies.map(({ sequence }) => sequence)).toEqual([0, 0, 0]);
    expect(copies[0]?.updated).not.toBe(event.updated);
    expect((await listed(alice, `syncToken=${encodeURIComponent(token)}`)).map(({ id }) => id)).toEqual([event.id]);
  });

  test("leaves other people's rows as they are", async () => {
    const { alice, bob, carol, read, write, settle, meeting } = fixture;
    const event = await meeting();

    const { status } = await write(bob, 'PATCH', event.id, {
      attendees: [
        { email: bob, responseStatus: 'declined' },
        { email: carol, responseStatus: 'accepted' },
      ],
    });
    await settle();

    expect(status).toBe(200);
    expect((await read(alice, event.id)).attendees.map(({ responseStatus }) => responseStatus)).toEqual([
      'declined',
      'needsAction',
    ]);
  });

  test('of the organizer for a guest reaches the guest', async () => {
    const { alice, bob, carol, read, write, settle, meeting } = fixture;
    const event = await meeting();

    await write(alice, 'PATCH', event.id, {
      attendees: [{ email: bob, responseStatus: 'accepted' }, { email: carol }],
    });
    await settle();

    expect(guestRow(await read(bob, event.id), bob)).toMatchObject({ responseStatus: 'accepted' });
  });

  test('CAL-87 is given by deleting the copy, which stays readable', async () => {
    const { alice, bob, read, write, settle, meeting } = fixture;
    const event = await meeting();

    const { status } = await write(bob, 'DELETE', event.id);
    await settle();

    expect(status).toBe(204);
    expect(guestRow(await read(alice, event.id), bob)).toMatchObject({ responseStatus: 'declined' });
    expect((await read(alice, event.id)).status).toBe('confirmed');
    expect(await read(bob, event.id)).toMatchObject({ status: 'cancelled', summary: 'Lunch' });
  });

  test('is heard from a guest whose first copy was forgotten long ago', async () => {
    const { alice, bob, carol, clock, read, write, settle, meeting } = fixture;
    const event = await meeting(inviting(bob, carol));
    for (const responseStatus of ['accepted', 'tentative', 'needsAction'])
      await write(bob, 'PATCH', event.id, answer(bob, responseStatus));
    await write(alice, 'PATCH', event.id, inviting(carol));
    await settle();
    clock.pass({ days: 31 });
    expect((await fixture.ask('GET', eventsPath('primary', event.id), { as: bob })).status).toBe(404);

    await write(alice, 'PATCH', event.id, inviting(bob, carol));
    await settle();
    await write(bob, 'PATCH', event.id, answer(bob, 'accepted'));
    await settle();

    expect(guestRow(await read(alice, event.id), bob)).toMatchObject({ responseStatus: 'accepted' });
  });

  test('is given by clearing the calendar', async () => {
    const { alice, ask, read, settle, stores, clock, meeting } = fixture;
    const frank = `frank-${fixture.bob}`;
    await signUp(fixture, frank);
    const event = await meeting(inviting(frank));

    expect((await ask('POST', '/calendars/primary/clear', { as: frank })).status).toBe(204);
    await runJobs({ stores, clock }, new Date(clock.now().getTime() + 1));
    await settle();

    expect(guestRow(await read(alice, event.id), frank)).toMatchObject({ responseStatus: 'declined' });
  });

  test('to one instance makes an exception in every copy', async () => {
    const { alice, bob, carol, read, write, settle } = fixture;
    const series = await addEvent(fixture, { ...TUESDAYS, ...inviting(bob, carol) });
    await settle();
    const second = `${series.id}_20260324T130000Z`;

    await write(bob, 'PATCH', second, answer(bob, 'declined'));
    await settle();

    for (const who of [alice, bob, carol]) {
      expect(guestRow(await read(who, second), bob)).toMatchObject({ responseStatus: 'declined' });
      expect(guestRow(await read(who, series.id), bob)).toMatchObject({ responseStatus: 'needsAction' });
      expect(guestRow(await read(who, `${series.id}_20260317T130000Z`), bob)).toMatchObject({
        responseStatus: 'needsAction',
      });
    }
  });
});
