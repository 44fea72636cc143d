import { describe, expect, test } from '@jest/globals';
import type { Email } from 'postal-mime';
import { TUESDAYS } from '#test/support/calendar/calendar';
import { answer, inviting } from '#test/support/calendar/guests';
import { useOutbox } from '#test/support/calendar/outbox';
import { useGuests } from '#test/support/calendar/use-guests';

const outbox = useOutbox();
const OUTSIDE = 'friend@elsewhere.example';
const NEWCOMER = 'newcomer@elsewhere.example';
const fixture = useGuests(outbox.folder);

const readerOf = ({ to }: Email): string => to?.[0]?.address ?? '';
const received = async (): Promise<string[]> =>
  (await outbox.letters()).map((letter) => `${readerOf(letter)}: ${letter.subject ?? ''}`).toSorted();

/** The calendar file of somebody's letter, its lines joined. */
async function fileFor(reader: string): Promise<string> {
  const letter = (await outbox.letters()).find((one) => readerOf(one) === reader);
  const file = letter?.attachments.find(({ filename }) => filename === 'invite.ics');
  return Buffer.from(file?.content as ArrayBuffer)
    .toString()
    .replace(/\r?\n /g, '');
}

describe('what a guest changes for all, with sendUpdates', () => {
  test('an invitation is mailed to the new guest, and once', async () => {
    const { bob, carol, write, settle, meeting } = fixture;
    const { id } = await meeting(inviting(bob, carol));

    await write(bob, 'PATCH', id, inviting(bob, carol, NEWCOMER), '?sendUpdates=all');
    await settle();

    expect(await received()).toEqual([`${carol}: Updated invitation: Lunch`, `${NEWCOMER}: Invitation: Lunch`]);
  });

  test('a new time is mailed to those outside, or to nobody', async () => {
    const { bob, write, settle, meeting } = fixture;
    const { id } = await meeting({ ...inviting(bob, OUTSIDE), guestsCanModify: true });

    await write(bob, 'PATCH', id, { location: 'Room 1' });
    await settle();
    expect(await received()).toEqual([]);

    await write(bob, 'PATCH', id, { summary: 'Late lunch' }, '?sendUpdates=externalOnly');
    await settle();
    expect(await received()).toEqual([`${OUTSIDE}: Updated invitation: Late lunch`]);
  });

  test('an answer is told to the organizer alone', async () => {
    const { alice, bob, carol, write, settle, meeting } = fixture;
    const { id } = await meeting(inviting(bob, carol, OUTSIDE));

    await write(bob, 'PATCH', id, answer(bob, 'accepted'), '?sendUpdates=all');
    await settle();

    expect(await received()).toEqual([`${alice}: Accepted: Lunch`]);
  });
});

describe('a letter about a series', () => {
  test('names no other guests of an instance where they are hidden', async () => {
    const { alice, bob, carol, write, settle, meeting } = fixture;
    const { id } = await meeting({ ...TUESDAYS, ...inviting(bob, carol, OUTSIDE), guestsCanSeeOtherGuests: false });
    await write(carol, 'PATCH', `${id}_20260324T130000Z`, answer(carol, 'declined', { comment: 'At the dentist' }));
    await settle();

    await write(alice, 'PATCH', id, { summary: 'Tea' }, '?sendUpdates=all');
    await settle();

    const file = await fileFor(OUTSIDE);
    expect(file).toContain('RECURRENCE-ID');
    expect(file.match(/mailto:\S+/g)?.filter((address) => address !== `mailto:${alice}`)).toEqual([
      `mailto:${OUTSIDE}`,
      `mailto:${OUTSIDE}`,
    ]);
    expect(file).not.toContain('dentist');
    expect(await fileFor(carol)).toContain('dentist');
  });

  test('is no letter to guests of one instance, who hear of that instance alone', async () => {
    const { alice, bob, write, settle, meeting } = fixture;
    const { id } = await meeting({ ...TUESDAYS, ...inviting(bob) });
    await write(alice, 'PATCH', `${id}_20260324T130000Z`, inviting(bob, OUTSIDE));
    await settle();

    await write(alice, 'PATCH', id, { location: 'Room 3' }, '?sendUpdates=all');
    await settle();
    expect(await received()).toEqual([
      `${bob}: Updated invitation: Tuesdays`,
      `${OUTSIDE}: Updated invitation: Tuesdays`,
    ]);
    // The definition of the zone has rules of its own.
    const file = (await fileFor(OUTSIDE)).replace(/BEGIN:VTIMEZONE.*END:VTIMEZONE/s, '');
    expect(file.match(/^(RRULE|RECURRENCE-ID|LOCATION|METHOD)\b/gm)).toEqual(['METHOD', 'RECURRENCE-ID', 'LOCATION']);

    outbox.empty();
    await write(alice, 'DELETE', id, undefined, '?sendUpdates=all');
    await settle();
    expect(await received()).toEqual([`${bob}: Cancelled event: Tuesdays`, `${OUTSIDE}: Cancelled event: Tuesdays`]);
  });

  test('tells of an instance to which the reader is not invited that it does not take place, and no more', async () => {
    const { alice, bob, carol, write, settle, meeting } = fixture;
    const { id } = await meeting({ ...TUESDAYS, ...inviting(bob, OUTSIDE) });
    await write(alice, 'PATCH', `${id}_20260324T130000Z`, { ...inviting(carol), summary: 'About the friend' });
    await settle();

    await write(alice, 'PATCH', id, { location: 'Room 2' }, '?sendUpdates=all');
    await settle();

    const file = await fileFor(OUTSIDE);
    expect(file.match(/^(RECURRENCE-ID|EXDATE|STATUS).*$/gm)).toEqual([
      'EXDATE;TZID=Europe/Zurich:20260324T140000',
      'STATUS:CONFIRMED',
    ]);
    expect(file).not.toContain(carol);
    expect(file).not.toContain('About the friend');
  });
});
