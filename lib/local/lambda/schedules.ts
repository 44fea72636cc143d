/** Calls the functions that `serverless.yml` runs on a schedule. */
import { randomUUID } from 'node:crypto';
import type { ScheduledEvent } from 'aws-lambda';
import { sleep } from '#lib/local/process/sleep';
import type { DeployedFunction } from '#lib/package/template/deployment';
import { systemClock } from '#lib/runtime/process/clock';
import { invoke } from './invoke.ts';

type Target = Pick<DeployedFunction, 'name' | 'file' | 'schedules'>;

const UNIT_MS: Readonly<Record<string, number>> = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** `rate(5 minutes)` in milliseconds. */
export function periodOf(schedule: string): number {
  const [, count, unit = ''] = /^rate\((\d+) (\w+?)s?\)$/.exec(schedule) ?? [];
  const period = Number(count) * (UNIT_MS[unit] ?? NaN);
  if (!(period > 0)) throw new Error(`The local stack runs schedules such as rate(1 minute), not '${schedule}'.`);
  return period;
}

/** Work that an earlier stack left undone does not wait for a whole period. */
const FORMER_WORK_AFTER_MS = 3_000;

export interface Schedules {
  /** Runs every function once, as if its time had come. */
  runNow(): Promise<void>;
  stop(): Promise<void>;
}

/** A run that takes longer than the period delays the next one: a function never runs twice at once. */
export function startSchedules(functions: readonly Target[], hasFormerWork = true): Schedules {
  const stopping = new AbortController();
  const runs = functions.flatMap((target) =>
    target.schedules.map((schedule) => ({ run: inTurn(target), periodMs: periodOf(schedule) })),
  );
  const loops = runs.map(({ run, periodMs }) => {
    const firstMs = hasFormerWork ? Math.min(FORMER_WORK_AFTER_MS, periodMs) : periodMs;
    return repeat(run, firstMs, periodMs, stopping.signal);
  });
  return {
    async runNow() {
      await Promise.all(runs.map(({ run }) => run()));
    },
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/** Runs the function after its run before. */
function inTurn(target: Target): () => Promise<void> {
  let last = Promise.resolve();
  const runOnce = async (): Promise<void> => {
    await invoke(target, scheduledEvent(target.name)).catch((error: unknown) => {
      console.error(`${target.name}:`, error);
    });
  };
  return () => {
    last = last.then(runOnce);
    return last;
  };
}

async function repeat(run: () => Promise<void>, firstMs: number, periodMs: number, signal: AbortSignal): Promise<void> {
  for (let waitMs = firstMs; await sleep(waitMs, signal); waitMs = periodMs) await run();
}

const scheduledEvent = (name: string): ScheduledEvent => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: '000000000000',
  time: systemClock.now().toISOString(),
  region: 'us-east-1',
  resources: [`arn:aws:events:us-east-1:000000000000:rule/${name}`],
  detail: {},
});
