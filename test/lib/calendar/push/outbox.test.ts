import { describe, expect, test } from '@jest/globals';
import type { Channel } from '#lib/calendar/model/channel';
import type { Outbox } from '#lib/calendar/model/outbox';
import {
  dueAtMs,
  isOver,
  newOutbox,
  addMessage,
  retryDeadLetters,
  finishAttempt,
  takeLease,
} from '#lib/calendar/push/outbox';

const T = Date.parse('2026-03-02T08:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const channel: Channel = {
  id: 'c',
  topic: { what: 'events', of: 'alice@example.com' },
  resourceId: 'r',
  resourceUri: 'https://almanac.test/calendar/v3/calendars/primary/events?alt=json',
  address: 'https://hooks.example.com/',
  email: 'alice@example.com',
  openedAtMs: T,
  expiresAtMs: T + 100 * HOUR,
};

const DELIVERED = { kind: 'delivered' } as const;
const AGAIN = { kind: 'again', reason: 'status 503' } as const;
const DROPPED = { kind: 'dropped', reason: 'status 404' } as const;

/** What waits, as `number state`. */
const waiting = ({ waiting: messages }: Outbox): string[] =>
  messages.map(({ number, state }) => `${String(number)} ${state}`);
/** An outbox whose first message has arrived. */
const synced = (): Outbox => finishAttempt(newOutbox(channel), 1, DELIVERED, false, T);
const held = (outbox: Outbox, nowMs: number): Outbox => takeLease(outbox, nowMs, 15_000) ?? outbox;

test('a new channel is told first that it is open, with number 1', () => {
  expect(waiting(newOutbox(channel))).toEqual(['1 sync']);
  expect(dueAtMs(newOutbox(channel))).toBe(T);
});

describe('a change while a message waits for its next attempt', () => {
  /** After four attempts, the last of them at T: the next is due eight seconds later. */
  const failing = [1, 2, 3, 4].reduce(
    (outbox) => finishAttempt(outbox, 2, AGAIN, true, T),
    addMessage(synced(), 'exists', T, T),
  );
  const changed = (nowMs: number, outbox = failing): Outbox => addMessage(outbox, 'exists', nowMs, nowMs);

  test('is told at once by that message, which keeps its number', () => {
    expect(dueAtMs(failing)).toBe(T + 8_000);
    expect(waiting(changed(T + 3_000))).toEqual(['2 exists']);
    expect(dueAtMs(changed(T + 3_000))).toBe(T + 3_000);
  });

  test('is told no sooner than a second after the last attempt, however many changes there are', () => {
    expect(dueAtMs(changed(T + 200))).toBe(T + 1_000);
    expect(dueAtMs(changed(T + 300, changed(T + 200)))).toBe(T + 1_000);
  });

  test('neither makes the next pause longer nor comes later than the message would have', () => {
    const again = finishAttempt(changed(T + 3_000), 2, AGAIN, true, T + 3_000);
    expect(dueAtMs(again)).toBe(T + 11_000);
    expect(dueAtMs(changed(T + 9_000))).toBe(T + 8_000);
  });

  test('waits for an attempt that is under way', () => {
    const sending = held(changed(T + 3_000), T + 3_000);
    expect(dueAtMs(addMessage(sending, 'exists', T + 4_000, T + 4_000))).toBe(T + 18_000);
  });

  test('brings the end of the channel forward, too', () => {
    expect(dueAtMs(addMessage(failing, 'not_exists', T + 3_000, T + 3_000))).toBe(T + 3_000);
  });
});

describe('a change', () => {
  test('gets the next number, behind what waits', () => {
    expect(waiting(addMessage(newOutbox(channel), 'exists', T, T))).toEqual(['1 sync', '2 exists']);
    expect(waiting(addMessage(synced(), 'exists', T, T))).toEqual(['2 exists']);
  });

  test('is told by the message that waits anyway', () => {
    const first = addMessage(synced(), 'exists', T, T);

    expect(addMessage(first, 'exists', T + 1_000, T + 1_000)).toBe(first);
    expect(addMessage(first, 'exists', T + HOUR, T + HOUR).waiting).toEqual([
      { number: 2, state: 'exists', changedAtMs: T + HOUR, attempts: 0, dueAtMs: T },
    ]);
  });

  test('gets a message of its own while the one before is on its way: that one may have been read before the change', () => {
    const sending = held(addMessage(synced(), 'exists', T, T), T);

    expect(waiting(addMessage(sending, 'exists', T + 1, T + 1))).toEqual(['2 exists', '3 exists']);
    expect(waiting(addMessage(addMessage(sending, 'exists', T + 1, T + 1), 'exists', T + 2, T + 2))).toEqual([
      '2 exists',
      '3 exists',
    ]);
  });

  test('is told by the retry when whoever was sending is gone', () => {
    const abandoned = held(addMessage(synced(), 'exists', T, T), T);

    expect(waiting(addMessage(abandoned, 'exists', T + 15_000, T + 15_000))).toEqual(['2 exists']);
  });

  test.each([
    ['the channel has expired', synced(), T + 100 * HOUR],
    ['the channel was told that nothing more will come', addMessage(synced(), 'not_exists', T, T), T + 1],
  ])('is not told when %s', (_name, outbox, nowMs) => {
    expect(addMessage(outbox, 'exists', nowMs, nowMs)).toBe(outbox);
    expect(addMessage(outbox, 'not_exists', nowMs, nowMs)).toBe(outbox);
  });
});

describe('whoever takes an outbox', () => {
  test('sends its oldest message, and nobody else does meanwhile', () => {
    const outbox = held(addMessage(newOutbox(channel), 'exists', T, T), T);

    expect(outbox.lease).toEqual({ number: 1, untilMs: T + 15_000 });
    expect(takeLease(outbox, T + 14_999, 15_000)).toBeUndefined();
    expect(dueAtMs(outbox)).toBe(T + 15_000);
  });

  test('may take it from somebody who has not come back', () => {
    expect(takeLease(held(newOutbox(channel), T), T + 15_000, 15_000)?.lease).toEqual({
      number: 1,
      untilMs: T + 30_000,
    });
  });

  test.each([
    ['nothing waits', synced(), T],
    ['it is not time yet', finishAttempt(held(newOutbox(channel), T), 1, AGAIN, true, T), T + 999],
    ['the channel has expired', newOutbox(channel), T + 100 * HOUR],
  ])('cannot when %s', (_name, outbox, nowMs) => {
    expect(takeLease(outbox, nowMs, 15_000)).toBeUndefined();
  });
});

describe('an attempt', () => {
  test('that arrived makes room for the next message', () => {
    const outbox = finishAttempt(held(addMessage(newOutbox(channel), 'exists', T, T), T), 1, DELIVERED, false, T + 5);

    expect([waiting(outbox), outbox.lease]).toEqual([['2 exists'], undefined]);
  });

  test('that failed is repeated with the same number, after pauses that double up to an hour', () => {
    const pauses: number[] = [];
    let outbox = addMessage(synced(), 'exists', T, T);
    let now = T;
    for (let attempt = 0; attempt < 14; attempt += 1) {
      outbox = finishAttempt(held(outbox, now), 2, AGAIN, true, now);
      expect(waiting(outbox)).toEqual(['2 exists']);
      pauses.push(((dueAtMs(outbox) ?? 0) - now) / 1000);
      now = dueAtMs(outbox) ?? 0;
    }

    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600]);
  });

  test('is the last one when the next would come more than a day after the change', () => {
    const outbox = addMessage(synced(), 'exists', T, T);
    const dayLater = T + 24 * HOUR;

    const dead = finishAttempt(held(outbox, dayLater), 2, AGAIN, true, dayLater);

    expect(waiting(dead)).toEqual([]);
    expect(dead.dead).toEqual([
      { number: 2, state: 'exists', changedAtMs: T, attempts: 1, reason: 'status 503', diedAtMs: dayLater },
    ]);
  });

  test('that the receiver did not want is not repeated; the channel goes on', () => {
    const outbox = finishAttempt(held(addMessage(synced(), 'exists', T, T), T), 2, DROPPED, false, T);

    expect(outbox.dead.map(({ number, reason }) => [number, reason])).toEqual([[2, 'status 404']]);
    expect(waiting(addMessage(outbox, 'exists', T, T))).toEqual(['3 exists']);
  });

  test('that somebody else has settled already changes nothing', () => {
    const outbox = synced();

    expect(finishAttempt(outbox, 1, AGAIN, true, T)).toBe(outbox);
  });

  test('keeps what came meanwhile, in its order', () => {
    const outbox = addMessage(held(addMessage(synced(), 'exists', T, T), T), 'exists', T + 1, T + 1);

    expect(waiting(finishAttempt(outbox, 2, AGAIN, true, T + 2))).toEqual(['2 exists', '3 exists']);
    expect(waiting(finishAttempt(outbox, 2, DELIVERED, false, T + 2))).toEqual(['3 exists']);
  });
});

test('only the last ten dead letters are kept', () => {
  let outbox = synced();
  for (let number = 2; number <= 14; number += 1)
    outbox = finishAttempt(held(addMessage(outbox, 'exists', T, T), T), number, DROPPED, false, T);

  expect(outbox.dead.map(({ number }) => number)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
});

test('a person can bring dead letters back, with their numbers and in order', () => {
  const dropped = finishAttempt(held(addMessage(synced(), 'exists', T, T), T), 2, DROPPED, false, T);
  const failing = finishAttempt(held(addMessage(dropped, 'exists', T, T), T), 3, AGAIN, true, T);

  const revived = retryDeadLetters(failing, T + 1);

  expect(waiting(revived)).toEqual(['2 exists', '3 exists']);
  expect([revived.dead, dueAtMs(revived)]).toEqual([[], T + 1]);
});

test('a channel is over when it has expired, or when its last message has left', () => {
  const ending = addMessage(synced(), 'not_exists', T, T);

  expect([
    isOver(ending, T),
    isOver(finishAttempt(ending, 2, DELIVERED, false, T), T),
    isOver(finishAttempt(ending, 2, DROPPED, false, T), T),
  ]).toEqual([false, true, true]);
  expect([isOver(synced(), T), isOver(synced(), T + 100 * HOUR)]).toEqual([false, true]);
});
