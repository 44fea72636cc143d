import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Table } from '#lib/local/database/tables';
import { calendarFixture, eventsPath, hourFrom, storesOn, TestClock, type Fixture } from '#test/support/calendar';
import { newCalendarTable } from '#test/support/calendar-table';
import { newAuthority } from '#test/support/certificates';
import { eventually } from '#test/support/eventually';
import { startReceiver, type Received, type Receiver } from '#test/support/receiver';
import { streamProcess, type StreamProcess } from '#test/support/stream-process';

const CHANGES = 1_000;
const TOGETHER = 25;

const authority = newAuthority();
const folder = mkdtempSync(join(tmpdir(), 'almanac-notifier-'));
let table: Table;
let receiver: Receiver;
let given: Fixture;
let notifier: StreamProcess;

beforeEach(async () => {
  [table, receiver] = await Promise.all([newCalendarTable(), startReceiver(authority.issue('localhost'))]);
  given = await calendarFixture({}, table.name, new TestClock(new Date()));
  writeFileSync(join(folder, 'authority.pem'), authority.cert);
  // The functions trust the receiver's authority as they would any public one.
  notifier = streamProcess('test/support/notifier.ts', table, join(folder, 'data'), { NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem') });
});
afterEach(async () => {
  await notifier.kill();
  await receiver.stop();
  rmSync(folder, { recursive: true });
});

const numbersOf = (received: readonly Received[]): number[] => received.map(({ headers }) => Number(headers['x-goog-message-number']));

test('1,000 changes while the notifier is killed twice: every channel hears after the last change, and numbers only grow', async () => {
  const watched = [
    ['primary', 'a'],
    ['primary', 'b'],
    ['primary', 'c'],
    [given.S, 'd'],
    [given.S, 'e'],
  ] as const;
  for (const [calendarId, id] of watched) await given.ask('POST', `${eventsPath(calendarId)}/watch`, { body: { id, type: 'web_hook', address: `${receiver.url}/${id}` } });
  // Now and then the receiver is not well either.
  let requests = 0;
  receiver.answer((response) => {
    requests += 1;
    response.writeHead(requests % 10 === 0 ? 503 : 200).end();
  });
  const toldTo = (id: string): Received[] => receiver.received.filter(({ headers }) => headers['x-goog-channel-id'] === id);
  await notifier.start();

  let lastChangeAtMs = 0;
  for (let written = 0; written < CHANGES; written += TOGETHER) {
    if (written === 300 || written === 650) {
      await notifier.kill();
      await notifier.start();
    }
    lastChangeAtMs = Date.now();
    const answers = await Promise.all(
      Array.from({ length: TOGETHER }, (_, index) => given.ask('POST', eventsPath(index % 2 === 0 ? 'primary' : given.S), { body: hourFrom('2026-03-10T09:00:00Z') })),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  }
  const { channels } = storesOn(given.clock, {}, table.name);
  await eventually(async () => {
    const outboxes = await channels.list();
    return outboxes.every(({ waiting }) => waiting.length === 0) && watched.every(([, id]) => (toldTo(id).at(-1)?.atMs ?? 0) >= lastChangeAtMs);
  });

  for (const [, id] of watched) {
    const numbers = numbersOf(toldTo(id));
    const firstTimes = [...new Set(numbers)];
    expect(numbers[0]).toBe(1);
    // A repetition has the number of its message; messages leave in the order of their numbers.
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(firstTimes.length).toBeGreaterThan(3);
  }
});
