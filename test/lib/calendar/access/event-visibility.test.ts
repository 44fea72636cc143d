import { describe, expect, test } from '@jest/globals';
import { visibleEvent } from '#lib/calendar/access/event-visibility';
import { ALICE, NINE, storedEvent } from '#test/support/calendar/events';

const BOB = 'bob@example.com';
const event = (visibility?: string, transparency?: string) =>
  storedEvent({ ...NINE, summary: 'Tea', visibility, transparency });

describe('what a reader sees', () => {
  test.each<[string, Parameters<typeof visibleEvent>[1], string | undefined, 'all' | 'times']>([
    ['a writer of a private event', { email: BOB, detailLevel: 'everything' }, 'private', 'all'],
    ['a reader of an ordinary event', { email: BOB, detailLevel: 'shared' }, undefined, 'all'],
    ['a reader of a public event', { email: BOB, detailLevel: 'shared' }, 'public', 'all'],
    ['a reader of a private event', { email: BOB, detailLevel: 'shared' }, 'private', 'times'],
    ['a reader of a confidential event', { email: BOB, detailLevel: 'shared' }, 'confidential', 'times'],
    ['a reader of a private event that they created', { email: ALICE, detailLevel: 'shared' }, 'private', 'all'],
    ['somebody with a key of a private event', { email: undefined, detailLevel: 'shared' }, 'private', 'times'],
    ['whoever sees times of a public event', { email: BOB, detailLevel: 'times' }, 'public', 'times'],
    ['whoever sees times of an own event', { email: ALICE, detailLevel: 'times' }, undefined, 'times'],
  ])('%s', (_what, reader, visibility, seen) => {
    const visible = visibleEvent(event(visibility), reader);

    expect(visible?.summary).toBe(seen === 'all' ? 'Tea' : undefined);
    expect(visible?.creator).toEqual(seen === 'all' ? { email: ALICE } : undefined);
    expect(visible?.start).toEqual({ dateTime: '2026-03-10T08:00:00Z' });
  });

  test('is nothing when only times are shown and the event takes none', () => {
    expect(visibleEvent(event(undefined, 'transparent'), { email: BOB, detailLevel: 'times' })).toBeUndefined();
  });
});
