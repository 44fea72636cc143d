import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Table } from '#lib/local/database/table';
import {
  calendarFixture,
  eventsPath,
  hourFrom,
  storesOn,
  TestClock,
  type CalendarFixture,
} from '#test/support/calendar/calendar';
import { newCalendarTable } from '#test/support/calendar/calendar-table';
import { eventually } from '#test/support/eventually';
import { newAuthority } from '#test/support/http/certificates';
import { startReceiver, type Received, type Receiver } from '#test/support/http/receiver';
import { newFolder } from '#test/support/run/folders/new-folder';
import { streamProcess, type StreamProcess } from '#test/support/streams/stream-process';

/** More than the stream hands over at once. */
const CHANGES = 120;
const TOGETHER = 20;
/** How long whoever was killed still holds a message, and a little more. */
const LEASE_MS = 16_000;

const authority = newAuthority();
const folder = newFolder();
let table: Table;
let receiver: Receiver;
let given: CalendarFixture;
let notifier: StreamProcess;

beforeEach(async () => {
  [table, receiver] = await Promise.all([newCalendarTable(), startReceiver(authority.issue('localhost'))]);
  given = await calendarFixture({}, table.name, new TestClock(new Date()));
  writeFileSync(join(folder, 'authority.pem'), authority.cert);
  // The functions trust the receiver's authority as they would any public one.
  notifier = streamProcess('test/support/streams/notifier.ts', table, join(folder, 'data'), {
    NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
  });
});
afterEach(async () => {
  await notifier.kill();
  await receiver.stop();
});

const numbersOf = (received: readonly Received[]): number[] =>
  received.map(({ headers }) => Number(headers['x-goog-message-number']));

/** Resolves with what the receiver gets next; it is left without an answer, or answered 503. */
function next(status?: number): Promise<Received> {
  const { promise, resolve } = Promise.withResolvers<Received>();
  receiver.answer((response) => {
    if (status !== undefined) response.writeHead(status).end();
    const [last] = receiver.received.slice(-1);
    if (last !== undefined) resolve(last);
  });
  return promise;
}

/** Now and then the receiver is not well either. */
function isWell(): void {
  let requests = 0;
  receiver.answer((response) => {
    requests += 1;
    response.writeHead(requests % 10 === 0 ? 503 : 200).end();
  });
}

test('changes while the notifier is killed over a message, and over one that waits: every channel hears after the last change, and numbers only grow', async () => {
  const watched = [
    ['primary', 'a'],
    ['primary', 'b'],
    ['primary', 'c'],
    [given.S, 'd'],
    [given.S, 'e'],
  ] as const;
  for (const [calendarId, id] of watched)
    await given.ask('POST', `${eventsPath(calendarId)}/watch`, {
      body: { id, type: 'web_hook', address: `${receiver.url}/${id}` },
    });
  const toldTo = (id: unknown): Received[] =>
    receiver.received.filter(({ headers }) => headers['x-goog-channel-id'] === id);
  const { channels } = storesOn(given.clock, {}, table.name);
  let lastChangeAtMs = 0;
  const change = async (): Promise<void> => {
    for (let written = 0; written < CHANGES; written += TOGETHER) {
      lastChangeAtMs = Date.now();
      const answers = await Promise.all(
        Array.from({ length: TOGETHER }, (_, index) =>
          given.ask('POST', eventsPath(index % 2 === 0 ? 'primary' : given.S), {
            body: hourFrom('2026-03-10T09:00:00Z'),
          }),
        ),
      );
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    }
  };
  const allIsTold = (): Promise<void> =>
    eventually(async () => {
      const outboxes = await channels.list();
      return (
        outboxes.every(({ waiting }) => waiting.length === 0) &&
        watched.every(([, id]) => (toldTo(id).at(-1)?.atMs ?? 0) >= lastChangeAtMs)
      );
    });

  const killed = async (message: Received): Promise<Received> => {
    await notifier.kill();
    return message;
  };

  await notifier.start();
  // Otherwise the first message, which comes for the channel and not for a change, could be taken for the news of it.
  await eventually(() => watched.every(([, id]) => toldTo(id).length > 0));
  await change();
  await allIsTold();

  const [lost] = await Promise.all([next().then(killed), change()]);
  isWell();
  await notifier.start({ aheadMs: LEASE_MS });
  await allIsTold();

  const [waiting] = await Promise.all([next(503).then(killed), change()]);
  isWell();
  await notifier.start({ aheadMs: 2 * LEASE_MS });
  await change();
  await allIsTold();

  for (const [, id] of watched) {
    const numbers = numbersOf(toldTo(id));
    const firstTimes = [...new Set(numbers)];
    expect(numbers[0]).toBe(1);
    // A repetition has the number of its message; messages leave in the order of their numbers.
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(firstTimes.length).toBeGreaterThan(3);
  }
  for (const { headers } of [lost, waiting]) {
    const number = Number(headers['x-goog-message-number']);
    expect(numbersOf(toldTo(headers['x-goog-channel-id'])).filter((told) => told === number).length).toBeGreaterThan(1);
  }
});
