/**
 * A child process that inserts events into one calendar, one after another as a function does, and reports how long
 * each took and how many transactions it needed. It does so for every message, until it is disconnected.
 */
import { on } from 'node:events';
import { type Meter, watchMeters } from '#lib/api/process/meter';
import { useDatabase } from '#lib/local/database/current-database';
import { request } from '#test/tools/measure/measure';

export interface WriterOrders {
  readonly token: string;
  readonly path: string;
  readonly writes: number;
}

export interface WriterReport {
  readonly ms: readonly number[];
  readonly transactions: number;
}

useDatabase();
const { handler } = await import('#functions/calendar/events/index');

const body = {
  summary: 'One of many',
  start: { dateTime: '2026-03-10T09:00:00+01:00' },
  end: { dateTime: '2026-03-10T10:00:00+01:00' },
};

async function write({ token, path, writes }: WriterOrders): Promise<WriterReport> {
  const meters: Meter[] = [];
  const ms: number[] = [];
  for (let round = 0; round < writes; round += 1) {
    const startedAt = performance.now();
    const { statusCode, body: answer } = await watchMeters(
      (meter) => meters.push(meter),
      () => handler(request('POST', path, token, body)),
    );
    if (statusCode !== 200) throw new Error(`${String(statusCode)}: ${String(answer)}`);
    ms.push(performance.now() - startedAt);
  }
  const calls = meters.flatMap((meter) => meter.calls);
  return { ms, transactions: calls.filter(({ name }) => name === 'TransactWriteItems').length };
}

process.send?.('ready');
for await (const [orders] of on(process, 'message')) process.send?.(await write(orders as WriterOrders));
