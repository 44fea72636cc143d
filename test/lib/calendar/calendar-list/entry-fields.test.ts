/** What a user may change on an entry of the calendar list, and how the entry is answered. */
import { describe, expect, test } from '@jest/globals';
import { describeEntry, describeRemovedEntry } from '#lib/calendar/calendar-list/describe-entry';
import { patchedEntry, replacedEntry, sameEntry } from '#lib/calendar/calendar-list/entry-fields';
import { newEntry, primaryEntry, type ListEntry } from '#lib/calendar/model/list-entry';
import { aCalendar, ALICE } from '#test/support/calendar/events';
import { BOB } from '#test/support/calendar/meetings';

const entry: ListEntry = {
  ...newEntry('work', 7, true),
  summaryOverride: 'Mine',
  colorId: '3',
  backgroundColor: '#111111',
  foregroundColor: '#eeeeee',
  isHidden: true,
  defaultReminders: [{ method: 'popup', minutes: 5 }],
  notifications: [{ method: 'email', type: 'agenda' }],
};
type Change = Parameters<typeof patchedEntry>[1];
const patched = (patch: Change, isRgb = false, isPrimary = false) => patchedEntry(entry, patch, isRgb, isPrimary);
const changed = (patch: Change, isRgb = false) => {
  const after = patched(patch, isRgb);
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== entry[name as keyof ListEntry]));
};
const refusal = (message: string) => expect.objectContaining({ code: 400, reason: 'invalid', message });

describe('a patch', () => {
  test.each<[Change, object]>([
    [{}, {}],
    [{ summaryOverride: 'New' }, { summaryOverride: 'New' }],
    [{ summaryOverride: null }, { summaryOverride: undefined }],
    [{ summaryOverride: '' }, { summaryOverride: undefined }],
    [{ hidden: false }, { isHidden: false }],
    [{ hidden: null }, { isHidden: false }],
    [{ hidden: true, selected: false }, { isSelected: false }],
    [{ selected: null }, { isSelected: false }],
    [{ defaultReminders: null }, { defaultReminders: [] }],
    [{ defaultReminders: [{ method: 'email', minutes: 0 }] }, { defaultReminders: [{ method: 'email', minutes: 0 }] }],
    [{ notificationSettings: null }, { notifications: [] }],
    [{ notificationSettings: {} }, {}],
    [{ notificationSettings: { notifications: null } }, { notifications: [] }],
    [
      { notificationSettings: { notifications: [{ method: 'email', type: 'eventChange' }] } },
      { notifications: [{ method: 'email', type: 'eventChange' }] },
    ],
  ])('%j changes %j', (patch, change) => {
    expect(changed(patch)).toStrictEqual(change);
  });

  test('with a color by its number takes away those by value', () => {
    const colors = { backgroundColor: undefined, foregroundColor: undefined };
    expect(changed({ colorId: '7' })).toStrictEqual({ colorId: '7', ...colors });
    expect(changed({ colorId: null })).toStrictEqual({ colorId: '15', ...colors });
    expect(patched({ colorId: null }, false, true).colorId).toBe('14');
    expect(changed({ backgroundColor: '#FFFFFF', foregroundColor: '#000000' })).toStrictEqual({});
  });

  test('with colors by value has the number of the nearest', () => {
    expect(changed({ backgroundColor: '#AC725F' }, true)).toStrictEqual({ backgroundColor: '#ac725f', colorId: '1' });
    expect(changed({ foregroundColor: '#ABCDEF' }, true)).toStrictEqual({ foregroundColor: '#abcdef' });
    expect(changed({ backgroundColor: null, foregroundColor: null }, true)).toStrictEqual({
      backgroundColor: undefined,
      foregroundColor: undefined,
    });
    expect(changed({ colorId: '7', backgroundColor: '#ac725e' }, true)).toStrictEqual({
      backgroundColor: '#ac725e',
      colorId: '1',
    });
  });

  test.each<[Change, string]>([
    [{ colorId: '25' }, 'Invalid color id: 25.'],
    [{ backgroundColor: 'red' }, 'Invalid color: red. Colors look like #0a88c7.'],
    [{ foregroundColor: '#12345' }, 'Invalid color: #12345. Colors look like #0a88c7.'],
    [{ foregroundColor: '#1234567' }, 'Invalid color: #1234567. Colors look like #0a88c7.'],
    [
      { notificationSettings: { notifications: [{ method: 'sms', type: 'agenda' }] } },
      'Notifications are sent by email.',
    ],
    [{ notificationSettings: { notifications: [{ method: 'email' }] } }, 'Invalid notification type.'],
    [{ notificationSettings: { notifications: [{ method: 'email', type: 'x' }] } }, 'Invalid notification type.'],
    [
      { defaultReminders: Array.from({ length: 6 }, () => ({ method: 'popup', minutes: 1 })) },
      'There are at most 5 reminders.',
    ],
  ])('%j is refused', (patch, message) => {
    expect(() => patched(patch, true)).toThrow(refusal(message));
  });
});

describe('a full body', () => {
  test('takes back whatever it leaves out, colors by value only when they are asked for', () => {
    const bare = { ...newEntry('work', 7, false) };
    expect(replacedEntry(entry, {}, false, false)).toStrictEqual({
      ...bare,
      summaryOverride: undefined,
      backgroundColor: undefined,
      foregroundColor: undefined,
    });
    expect(replacedEntry(entry, {}, false, true).colorId).toBe('14');
    const rgb = replacedEntry(entry, { backgroundColor: '#ac725e' }, true, false);
    expect([rgb.colorId, rgb.backgroundColor, rgb.foregroundColor]).toStrictEqual(['1', '#ac725e', undefined]);
  });
});

describe('two entries', () => {
  test('are the same only when every field is, but for the times', () => {
    expect(sameEntry(entry, { ...entry, updatedAtMs: 9, hasOverlays: true })).toBe(true);
    const others: Partial<ListEntry>[] = [
      { summaryOverride: 'x' },
      { colorId: '4' },
      { backgroundColor: undefined },
      { foregroundColor: undefined },
      { isHidden: false },
      { isSelected: false },
      { isRemoved: true },
      { defaultReminders: [{ method: 'email', minutes: 5 }] },
      { defaultReminders: [{ method: 'popup', minutes: 6 }] },
      { notifications: [] },
      { notifications: [{ method: 'email', type: 'eventChange' }] },
    ];
    for (const other of others) expect(sameEntry(entry, { ...entry, ...other })).toBe(false);
  });
});

describe('an entry on the wire', () => {
  const calendar = aCalendar({ id: 'work', updatedAtMs: 9, isPrimary: false });

  test('has what the user and the calendar say, and a tag for both and for the role', () => {
    const shown = describeEntry(entry, { calendar, role: 'reader' }, BOB);

    expect(shown).toStrictEqual({
      kind: 'calendar#calendarListEntry',
      etag: '"9002"',
      id: 'work',
      summary: 'Alice',
      timeZone: 'Europe/Zurich',
      conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
      dataOwner: ALICE,
      summaryOverride: 'Mine',
      colorId: '3',
      backgroundColor: '#111111',
      foregroundColor: '#eeeeee',
      hidden: true,
      selected: true,
      accessRole: 'reader',
      defaultReminders: [{ method: 'popup', minutes: 5 }],
      notificationSettings: { notifications: [{ method: 'email', type: 'agenda' }] },
    });
    expect(describeEntry({ ...entry, updatedAtMs: 11 }, { calendar, role: 'owner' }, BOB).etag).toBe('"11005"');
  });

  test('leaves out what is not set', () => {
    const shown = describeEntry(newEntry('work', 0, false), { calendar, role: 'owner' }, ALICE);

    expect(shown).toMatchObject({ colorId: '15', backgroundColor: '#9fc6e7', foregroundColor: '#000000' });
    expect(shown.defaultReminders).toStrictEqual([]);
    for (const name of ['hidden', 'selected', 'summaryOverride', 'notificationSettings', 'primary', 'deleted'])
      expect(shown).not.toHaveProperty(name);
  });

  test("is the primary one in its owner's list alone", () => {
    const own = { calendar: aCalendar(), role: 'owner' } as const;

    expect(describeEntry(primaryEntry(ALICE, 0), own, ALICE)).toMatchObject({
      primary: true,
      selected: true,
      colorId: '14',
      defaultReminders: [{ method: 'popup', minutes: 30 }],
      notificationSettings: {
        notifications: ['eventCreation', 'eventChange', 'eventCancellation', 'eventResponse'].map((type) => ({
          method: 'email',
          type,
        })),
      },
    });
    expect(describeEntry(primaryEntry(ALICE, 0), own, BOB)).not.toHaveProperty('primary');
  });

  test('that was removed has a role in any case', () => {
    expect(describeRemovedEntry(entry, 'none')).toStrictEqual({
      kind: 'calendar#calendarListEntry',
      etag: '"7000"',
      id: 'work',
      accessRole: 'freeBusyReader',
      deleted: true,
    });
    expect(describeRemovedEntry(entry, 'writer').accessRole).toBe('writer');
  });
});
