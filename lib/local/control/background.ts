/** What runs beside requests: streams, queues, schedules, expiry. It can be stopped, started again and waited for. */
import { startExpiry } from '#lib/local/database/expiry';
import { invocationsRunning } from '#lib/local/lambda/invoke';
import type { Queue } from '#lib/local/lambda/queues/queue';
import { startQueues } from '#lib/local/lambda/queues/queues';
import { startSchedules } from '#lib/local/lambda/schedules';
import { sleep } from '#lib/local/process/sleep';
import { startStreams, type StreamOptions } from '#lib/local/streams/streams';
import type { DeployedFunction } from '#lib/package/template/deployment';
import { systemClock } from '#lib/runtime/process/clock';

export interface BackgroundOptions extends Omit<StreamOptions, 'skipsFormerChanges' | 'functions'> {
  readonly functions: readonly DeployedFunction[];
  readonly queues: readonly Queue[];
  /** Whether there may be work that an earlier stack left undone. */
  readonly hasFormerWork: boolean;
}

export interface Background {
  /** Resolves when the functions that are running have ended. */
  stop(): Promise<void>;
  /** After `stop`. Changes and messages from before are dropped: the data was replaced. */
  startAnew(): void;
  /** Resolves when every change has been handed on and no function runs. */
  settle(): Promise<void>;
  /** The clock was moved: expires items, runs schedules and waits for what follows. */
  catchUp(): Promise<void>;
}

const SETTLE_LIMIT_MS = 20_000;
const LOOK_EVERY_MS = 4;

export function startBackground({ queues, hasFormerWork, ...options }: BackgroundOptions): Background {
  const { functions } = options;
  const start = (skipsFormerChanges: boolean) => ({
    streams: startStreams({ ...options, skipsFormerChanges }),
    polling: startQueues(functions, queues),
    schedules: startSchedules(functions, hasFormerWork),
    expiry: startExpiry(systemClock),
  });
  let parts = start(false);
  const isIdle = (): boolean =>
    parts.streams.isIdle() && queues.every((queue) => !queue.hasVisible()) && invocationsRunning() === 0;

  async function settle(): Promise<void> {
    const until = performance.now() + SETTLE_LIMIT_MS;
    while (!isIdle() && performance.now() < until) await sleep(LOOK_EVERY_MS);
  }
  return {
    async stop() {
      const { streams, polling, schedules, expiry } = parts;
      await Promise.all([streams.stop(), polling.stop(), schedules.stop(), expiry.stop()]);
    },
    startAnew() {
      for (const queue of queues) queue.clear();
      parts = start(true);
    },
    settle,
    async catchUp() {
      parts.expiry.expireAll();
      for (const queue of queues) queue.wake();
      await settle();
      await parts.schedules.runNow();
      await settle();
    },
  };
}
