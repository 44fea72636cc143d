/** Processes that write to one calendar at the same time. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Bench } from '#test/tools/measure/bench';
import { request, sampleOnce } from '#test/tools/measure/measure';
import { openBenchStack } from '#test/tools/measure/stack';
import type { WriterOrders, WriterReport } from './writer-process.ts';

const WRITER = fileURLToPath(new URL('./writer-process.ts', import.meta.url));
const PROCESSES = [1, 4, 12];
const WARM_UP = 5;
const WRITES = 40;
const MAX_TRANSACTIONS = 2;

const said = async <T>(child: ChildProcess): Promise<T> => {
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`A writer ended with ${String(code)}.`);
    }),
  ])) as [T];
  return message;
};

async function round(children: readonly ChildProcess[], orders: WriterOrders): Promise<readonly WriterReport[]> {
  return Promise.all(
    children.map((child) => {
      child.send(orders);
      return said<WriterReport>(child);
    }),
  );
}

/** Throughput, transactions for each write, and the slowest of a hundred. */
export const writersAtOnce: Bench = {
  name: 'writers-at-once',
  usesStack: true,
  async run(report) {
    const { token } = await openBenchStack();
    const { handler } = await import('#functions/calendar/calendars/index');
    const as = await token('bench-writers@example.com');
    for (const processes of PROCESSES) {
      const name = `${String(processes)} processes on one calendar`;
      report.progress(name);
      const { body } = await sampleOnce(handler, request('POST', '/calendar/v3/calendars', as, { summary: name }));
      const { id } = JSON.parse(body) as { id: string };
      const path = `/calendar/v3/calendars/${encodeURIComponent(id)}/events`;
      const children = Array.from({ length: processes }, () => fork(WRITER));
      await Promise.all(children.map((child) => said(child)));
      await round(children, { token: as, path, writes: WARM_UP });
      const startedAt = performance.now();
      const reports = await round(children, { token: as, path, writes: WRITES });
      const seconds = (performance.now() - startedAt) / 1000;
      for (const child of children) child.kill();
      const ms = reports.flatMap((one) => one.ms).sort((a, b) => a - b);
      const transactions = reports.reduce((sum, one) => sum + one.transactions, 0);
      report.row(`${name}: writes a second`, ms.length / seconds, '1/s');
      report.row(`${name}: transactions for each`, transactions / ms.length, 'transactions', MAX_TRANSACTIONS);
      report.row(`${name}: slowest of a hundred`, ms[Math.floor(ms.length * 0.99)] ?? 0, 'ms');
    }
  },
};
