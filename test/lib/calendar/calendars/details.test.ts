import { describe, expect, test } from '@jest/globals';
import {
  calendarDetails,
  describeCalendar,
  newCalendar,
  patchedDetails,
  sameDetails,
} from '#lib/calendar/calendars/details';
import { hasTombstoneKey, tombstoneOf } from '#lib/calendar/calendars/tombstone';
import type { CalendarDetails } from '#lib/calendar/model/calendar';
import { aCalendar, ALICE, NINE, storedEvent } from '#test/support/calendar/events';
import { BOB, copyMark, storedException, storedLunch } from '#test/support/calendar/meetings';

const ids = { next: () => 'x', hex: (length: number) => 'abcdef0123456789'.repeat(4).slice(0, length) };
const refusal = (reason: string, message: string) => expect.objectContaining({ code: 400, reason, message });
const LABEL = { id: '00000000-0000-4000-8000-00000000000a', name: 'Trips', backgroundColor: '#00ff00' };
const stored = aCalendar({ description: 'All', location: 'Bern', labels: [LABEL] });

describe('the details of a calendar', () => {
  test('are those of the body; without a zone it is UTC', () => {
    expect(calendarDetails({ summary: 'Work' }, ids)).toEqual({ summary: 'Work', timeZone: 'UTC' });
    const all = { summary: 'Work', description: 'D', location: 'L', timeZone: 'Asia/Tokyo' };
    expect(calendarDetails(all, ids)).toStrictEqual({ ...all, labels: undefined });
    const blank = calendarDetails({ summary: 'Work', description: '', location: '', timeZone: '' }, ids);
    expect(blank).toEqual({ summary: 'Work', timeZone: 'UTC' });
  });

  test.each([
    [{}, 'required', 'Missing title.'],
    [{ summary: '' }, 'required', 'Missing title.'],
    [{ summary: 'Work', timeZone: 'Mars/Olympus' }, 'invalid', 'Invalid time zone: Mars/Olympus.'],
  ])('%j are refused', (body, reason, message) => {
    expect(() => calendarDetails(body, ids)).toThrow(refusal(reason, message));
  });

  test('of a full body keep the labels, and nothing else that it leaves out', () => {
    expect(calendarDetails({ summary: 'New' }, ids, stored)).toEqual({
      summary: 'New',
      timeZone: 'UTC',
      labels: [LABEL],
    });
  });

  test('of a patch keep what it leaves out, and null clears', () => {
    const { summary, timeZone, description, location, labels } = stored;
    const kept = { summary, timeZone, description, location, labels };
    expect(patchedDetails(stored, {}, ids)).toStrictEqual(kept);
    expect(patchedDetails(stored, { summary: 'New', timeZone: 'Asia/Tokyo' }, ids)).toStrictEqual({
      ...kept,
      summary: 'New',
      timeZone: 'Asia/Tokyo',
    });
    const cleared = { description: null, location: null, timeZone: null, labelProperties: null };
    expect(patchedDetails(stored, cleared, ids)).toEqual({ summary, timeZone: 'UTC' });
    expect(() => patchedDetails(stored, { summary: null }, ids)).toThrow('Missing title.');
  });

  test('are the same only when all of them are', () => {
    expect(sameDetails(stored, { ...stored })).toBe(true);
    expect(sameDetails({ ...stored, labels: undefined }, { ...stored, labels: [] })).toBe(true);
    const changes: Partial<CalendarDetails>[] = [
      { summary: 'x' },
      { description: 'x' },
      { location: 'x' },
      { timeZone: 'UTC' },
      { labels: [{ ...LABEL, name: 'x' }] },
    ];
    for (const change of changes) expect(sameDetails(stored, { ...stored, ...change })).toBe(false);
  });

  test('are answered without what is not there, and with the owner of a secondary calendar', () => {
    const { etag, ...primary } = describeCalendar(aCalendar());
    expect(primary).toStrictEqual({
      kind: 'calendar#calendar',
      id: ALICE,
      summary: 'Alice',
      timeZone: 'Europe/Zurich',
      conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
    });
    expect(describeCalendar({ ...stored, isPrimary: false })).toMatchObject({
      description: 'All',
      location: 'Bern',
      dataOwner: ALICE,
      labelProperties: { eventLabels: [LABEL] },
    });
    expect(describeCalendar(aCalendar({ labels: [] }))).toStrictEqual({ etag, ...primary });
    expect(describeCalendar(aCalendar({ summary: 'Other' })).etag).not.toBe(etag);
  });

  test('of a new calendar are those of its creator and its client', () => {
    const caller = { kind: 'user', email: BOB, scopes: [], clientId: 'app' } as const;
    expect(newCalendar({ summary: 'Work', timeZone: 'UTC' }, caller, 'id', 5)).toStrictEqual({
      summary: 'Work',
      timeZone: 'UTC',
      id: 'id',
      owner: BOB,
      isPrimary: false,
      clientId: 'app',
      seq: 1,
      version: 1,
      updatedAtMs: 5,
      eventsUpdatedAtMs: 5,
    });
  });
});

describe('labels', () => {
  const labelsOf = (eventLabels: object[] | null) =>
    patchedDetails(stored, { labelProperties: { eventLabels: eventLabels as (typeof LABEL)[] | null } }, ids).labels;
  const color = '#0A88C7';

  test('replace those that are there, and get an id where they have none', () => {
    const made = { id: 'abcdef01-2345-6789-abcd-ef0123456789', backgroundColor: '#0a88c7' };
    expect(labelsOf([{ backgroundColor: color }])).toStrictEqual([made]);
    expect(labelsOf([{ id: '', name: '', backgroundColor: color }])).toStrictEqual([made]);
    expect(labelsOf([{ id: LABEL.id.toUpperCase(), name: 'x'.repeat(50), backgroundColor: color }])).toStrictEqual([
      { id: LABEL.id, name: 'x'.repeat(50), backgroundColor: '#0a88c7' },
    ]);
    expect([labelsOf([]), labelsOf(null)]).toStrictEqual([undefined, undefined]);
    expect(patchedDetails(stored, { labelProperties: {} }, ids).labels).toStrictEqual([LABEL]);
  });

  test.each([
    [{}, 'required', 'Missing background color of an event label.'],
    [{ backgroundColor: 'red' }, 'invalid', 'Invalid background color of an event label.'],
    [{ backgroundColor: '#0a88c70' }, 'invalid', 'Invalid background color of an event label.'],
    [{ backgroundColor: 'x#0a88c7' }, 'invalid', 'Invalid background color of an event label.'],
    [
      { name: 'x'.repeat(51), backgroundColor: color },
      'invalid',
      'The name of an event label has at most 50 characters.',
    ],
    [{ id: 'mine', backgroundColor: color }, 'invalid', 'Invalid id of an event label.'],
  ])('like %j are refused', (label, reason, message) => {
    expect(() => labelsOf([label])).toThrow(refusal(reason, message));
  });

  test('are 200 at most, each with its own id', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
        backgroundColor: color,
      }));
    expect(labelsOf(many(200))).toHaveLength(200);
    expect(() => labelsOf(many(201))).toThrow('A calendar has at most 200 event labels.');
    expect(() => labelsOf([LABEL, LABEL])).toThrow('The ids of event labels must be unique.');
  });
});

describe('the tombstone of an event whose calendar was cleared', () => {
  const indexed = { seq: 4, sharedSeq: 3, timeKey: 'Eh#2026-03-10T08:00:00Z' };
  const AT = Date.parse('2026-03-02T08:00:00Z');

  test('is filed among the deleted ones, for thirty days, and keeps its place among the changes', () => {
    const event = { ...storedEvent(NINE, { status: 'cancelled', version: 5 }), ...indexed };
    const write = tombstoneOf(event, AT);

    expect(write.event).toStrictEqual({ ...event, version: 6 });
    expect(write).toMatchObject({
      timeKey: 'Xh#2026-03-10T08:00:00Z',
      before: { status: 'confirmed', version: 5 },
      keepsPlace: { seq: 4, sharedSeq: 3 },
      expiresAtMs: AT + 30 * 86_400_000,
    });
    expect([hasTombstoneKey(event), hasTombstoneKey({ ...event, timeKey: write.timeKey })]).toStrictEqual([
      false,
      true,
    ]);
    expect(hasTombstoneKey({ ...event, timeKey: undefined })).toBe(false);
  });

  test.each([
    ['Eh#2026', 'Xh#2026'],
    ['KD#2026', 'XD#2026'],
    ['Xh#2026', 'Xh#2026'],
    [undefined, undefined],
  ])('of an instance with the key %s has the key %s', (timeKey, key) => {
    const exception = { ...storedException('20260324T130000Z', { copy: copyMark() }), ...indexed, timeKey };

    expect(tombstoneOf(exception, AT)).toMatchObject({ event: { version: 2, copy: copyMark() } });
    expect(tombstoneOf(exception, AT).timeKey).toBe(key);
  });

  test('of an invitation declines it', () => {
    const copy = { ...storedLunch({ status: 'cancelled', copy: copyMark({ after: 10 }) }), ...indexed };

    expect(tombstoneOf(copy, AT).event.copy).toStrictEqual({
      of: ALICE,
      version: 3,
      after: 10,
      isRemoved: true,
      awaiting: { version: 14, answer: { responseStatus: 'declined' } },
    });
  });
});
