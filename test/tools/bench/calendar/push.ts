import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ensureTables } from '#lib/local/database/tables';
import { sleep } from '#lib/local/process/sleep';
import { startStreams } from '#lib/local/streams/streams';
import { readDeployment } from '#lib/package/template/deployment';
import { median, type Bench } from '#test/tools/measure/bench';
import { request, sampleOnce } from '#test/tools/measure/measure';
import { openBenchStack } from '#test/tools/measure/stack';

const CHANNELS = 100;
const ROUNDS = 20;
const SCHEDULE_MS = 1_000;
const HOUR = { start: { dateTime: '2026-03-10T09:00:00Z' }, end: { dateTime: '2026-03-10T10:00:00Z' } };

/** Resolves with the arrival times of the given number of messages in this state. */
type Listening = (state: string, count: number) => Promise<number[]>;

async function startReceiver(): Promise<{ server: Server; url: string; listen: Listening }> {
  let wanted = { state: '', count: 0, times: [] as number[], done: (_times: number[]): void => undefined };
  const server = createServer((message, response) => {
    response.end();
    if (message.headers['x-goog-resource-state'] !== wanted.state) return;
    wanted.times.push(performance.now());
    if (wanted.times.length === wanted.count) wanted.done(wanted.times);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const listen: Listening = (state, count) =>
    new Promise((done) => {
      wanted = { state, count, times: [], done };
    });
  return { server, url: `http://127.0.0.1:${String(port)}`, listen };
}

/** Time from a write to its messages at local receivers, including the delay of the local stream. */
export const pushMessages: Bench = {
  name: 'push',
  usesStack: true,
  async run(report) {
    const { token } = await openBenchStack();
    const { handler } = await import('#functions/calendar/events/index');
    const as = await token('push@example.com');
    const { functions, tables } = readDeployment('bench');
    const streams = startStreams({
      functions: functions.filter(({ name }) => name === 'notify'),
      tables: await ensureTables(tables),
      checkpoints: new Map<string, string>(),
      discard: ({ reason }) => Promise.reject(new Error(reason)),
    });
    const [{ deliverDue }, { push }] = await Promise.all([
      import('#lib/calendar/push/deliver-due'),
      import('#lib/runtime/calendar/push'),
    ]);
    const stopping = new AbortController();
    // On a busy machine the stream leaves some to the schedule.
    const schedule = (async () => {
      while (await sleep(SCHEDULE_MS, stopping.signal)) await deliverDue(Date.now() + SCHEDULE_MS, push);
    })();
    const { server, url, listen } = await startReceiver();
    const path = '/calendar/v3/calendars/primary/events';
    const watch = (id: string) =>
      sampleOnce(handler, request('POST', `${path}/watch`, as, { id, type: 'web_hook', address: url }));
    /** Milliseconds from the end of a write to the first and to the last of its messages. */
    const change = async (channels: number): Promise<{ first: number; last: number }> => {
      const heard = listen('exists', channels);
      await sampleOnce(handler, request('POST', path, as, HOUR));
      const writtenAt = performance.now();
      const times = await heard;
      return { first: Math.min(...times) - writtenAt, last: Math.max(...times) - writtenAt };
    };

    report.progress('push');
    let synced = listen('sync', 1);
    await watch('bench-0');
    await synced;
    const alone: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) alone.push((await change(1)).first);
    report.row('push: write to first attempt, median', median(alone), 'ms');

    synced = listen('sync', CHANNELS - 1);
    for (let index = 1; index < CHANNELS; index += 1) await watch(`bench-${String(index)}`);
    await synced;
    const rounds: { first: number; last: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await change(CHANNELS));
    report.row(
      `push: 1 change to ${String(CHANNELS)} channels, first attempt`,
      median(rounds.map(({ first }) => first)),
      'ms',
    );
    report.row(
      `push: 1 change to ${String(CHANNELS)} channels, last attempt`,
      median(rounds.map(({ last }) => last)),
      'ms',
    );
    stopping.abort();
    await Promise.all([schedule, streams.stop()]);
    await new Promise((resolve) => server.close(resolve));
  },
};
