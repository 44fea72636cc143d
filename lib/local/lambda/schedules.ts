/** Calls the functions that `serverless.yml` runs on a schedule. */
import { randomUUID } from 'node:crypto';
import type { ScheduledEvent } from 'aws-lambda';
import { sleep } from '#lib/local/process/sleep';
import type { DeployedFunction } from '#lib/package/template/deployment';
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

/** First run soon after the start: work that an earlier stack left undone does not wait for a whole period. */
const FIRST_RUN_AFTER_MS = 3_000;

/** A run that takes longer than the period delays the next one: a function never runs twice at once. */
export function startSchedules(functions: readonly Target[]): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loops = functions.flatMap((target) =>
    target.schedules.map((schedule) => repeat(target, periodOf(schedule), stopping.signal)),
  );
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

async function repeat(target: Target, periodMs: number, signal: AbortSignal): Promise<void> {
  for (let waitMs = Math.min(FIRST_RUN_AFTER_MS, periodMs); await sleep(waitMs, signal); waitMs = periodMs) {
    await invoke(target, scheduledEvent(target.name)).catch((error: unknown) => {
      console.error(`${target.name}:`, error);
    });
  }
}

const scheduledEvent = (name: string): ScheduledEvent => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: '000000000000',
  time: new Date().toISOString(),
  region: 'us-east-1',
  resources: [`arn:aws:events:us-east-1:000000000000:rule/${name}`],
  detail: {},
});
