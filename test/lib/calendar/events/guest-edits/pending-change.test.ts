import { describe, expect, test } from '@jest/globals';
import { addPending, rebase } from '#lib/calendar/events/guest-edits/pending-change';
import { BOB, CAROL, storedLunch } from '#test/support/calendar/meetings';

describe("a guest's change on top of the organizer's event", () => {
  test("replaces the whole answer of the guest, and nobody else's", () => {
    const event = storedLunch({
      attendees: [
        { email: BOB, responseStatus: 'declined', comment: 'Sick', additionalGuests: 2 },
        { email: CAROL, responseStatus: 'accepted' },
      ],
    });

    expect(rebase(event, { version: 1, answer: { responseStatus: 'accepted' } }, BOB).attendees).toEqual([
      { email: BOB, responseStatus: 'accepted' },
      { email: CAROL, responseStatus: 'accepted' },
    ]);
  });

  test.each([
    ['by default', {}, 3],
    ['not when the organizer says no', { guestsCanInviteOthers: false }, 2],
    ['by those who may modify', { guestsCanInviteOthers: false, guestsCanModify: true }, 3],
  ])('others can be invited %s', (_, rights, count) => {
    const invited = [
      { email: 'new@example.com', responseStatus: 'needsAction' },
      { email: CAROL, responseStatus: 'accepted' },
    ];

    const { attendees } = rebase(storedLunch(rights), { version: 1, invited }, BOB);

    expect([attendees?.length, attendees?.[1]?.responseStatus]).toEqual([count, 'needsAction']);
  });

  test('sets and empties fields only where guests may modify', () => {
    const awaiting = {
      version: 1,
      set: { summary: 'Picnic', extendedProperties: { shared: { b: '2' } } },
      cleared: ['location'] as const,
    };
    const event = storedLunch({ location: 'Canteen', extendedProperties: { private: { a: '1' } } });

    expect(rebase(event, awaiting, BOB)).toMatchObject({ summary: 'Lunch', location: 'Canteen' });
    const { summary, location, extendedProperties } = rebase({ ...event, guestsCanModify: true }, awaiting, BOB);
    expect([summary, location, extendedProperties]).toEqual([
      'Picnic',
      undefined,
      { private: { a: '1' }, shared: { b: '2' } },
    ]);
  });
});

test('a later change goes on top of what is still on its way', () => {
  const first = {
    version: 2,
    answer: { responseStatus: 'accepted' },
    set: { summary: 'A', location: 'X' },
    cleared: ['description'] as const,
  };
  const second = { version: 3, set: { description: 'D' }, cleared: ['location'] as const };

  expect(addPending(first, second)).toEqual({
    version: 3,
    answer: { responseStatus: 'accepted' },
    invited: [],
    set: { summary: 'A', description: 'D' },
    cleared: ['location'],
  });
});
