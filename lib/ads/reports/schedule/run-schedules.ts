/**
 * Runs the schedules that are due. A run makes yesterday, and some days before it anew; a day whose numbers are the same
 * as before keeps its files. The next run is fixed before the work begins: of two functions at once one does it, and
 * one that ends early is tried again after some minutes.
 */
import type { MadeFiles } from '#lib/ads/reports/page/make-files';
import type { ReportRequest } from '#lib/ads/reports/request/request';
import type { Logger } from '#lib/api/context';
import type { Clock } from '#lib/api/context';
import { letterOf, type Letter } from './letter.ts';
import { daysOf, firstKeptDay, nextRun, type Schedule, type ScheduleStore } from './schedule.ts';

/** What a run needs of files. `folder` ends in a slash: `scheduled-reports/NAME/day=2026-11-15/`. */
export interface ScheduleFiles {
  /** Makes the report and, if its table is not the same as before, puts table, Parquet and page there. */
  make(request: ReportRequest, folder: string): Promise<MadeFiles & { readonly isNew: boolean }>;
  /** Days that have files. */
  days(name: string): Promise<string[]>;
  remove(folder: string): Promise<void>;
  /** An address of the page that needs no token. */
  link(folder: string): Promise<string>;
  /** Where the folder is, for people. */
  place(folder: string): string;
}

export interface Scheduling {
  readonly schedules: ScheduleStore;
  readonly files: ScheduleFiles;
  /** Answers why it was not sent. Undefined where nothing is mailed. */
  readonly send: ((letter: Letter) => Promise<string | undefined>) | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

const RETRY_MS = 10 * 60_000;

export const folderOf = (name: string, day: string): string => `scheduled-reports/${name}/day=${day}/`;

const onDay = (request: ReportRequest, day: string): ReportRequest => ({
  ...request,
  timeRange: { startDate: day, endDate: day },
});

/** Makes the files of a schedule now; answers the folders that have new ones. */
export async function runSchedule(schedule: Schedule, scheduling: Scheduling): Promise<string[]> {
  const { files, send, clock } = scheduling;
  const { name, request, mail } = schedule;
  const now = clock.now();
  const days = daysOf(schedule, now.getTime());
  const changed: string[] = [];
  for (const day of days) {
    const folder = folderOf(name, day);
    const { isNew, title, rows } = await files.make(onDay(request, day), folder);
    if (isNew) changed.push(folder);
    if (day !== days.at(-1) || mail === undefined || send === undefined) continue;
    const told = {
      name,
      title,
      day,
      to: mail,
      rows,
      at: now,
      link: await files.link(folder),
      place: files.place(folder),
    };
    const problem = await send(letterOf(told));
    if (problem !== undefined) throw new Error(`The letter was not sent: ${problem}`);
  }
  const first = firstKeptDay(schedule, now.getTime());
  for (const day of await files.days(name)) if (day < first) await files.remove(folderOf(name, day));
  return changed;
}

async function runDueSchedule(schedule: Schedule, scheduling: Scheduling): Promise<void> {
  const { schedules, clock, log } = scheduling;
  const nowMs = clock.now().getTime();
  const claimed: Schedule = { ...schedule, nextAtMs: nowMs + RETRY_MS };
  if (!(await schedules.replace(claimed))) return;
  const done = { ...claimed, revision: claimed.revision + 1, nextAtMs: nextRun(schedule, nowMs), failure: undefined };
  try {
    await runSchedule(schedule, scheduling);
    await schedules.replace(done);
  } catch (error) {
    log.error('a scheduled report failed', { schedule: schedule.name, error: String(error) });
    await schedules.replace({ ...done, failure: String(error) });
  }
}

export async function runDueSchedules(scheduling: Scheduling, hasTime: () => boolean): Promise<void> {
  const nowMs = scheduling.clock.now().getTime();
  for (const schedule of await scheduling.schedules.list())
    if (schedule.nextAtMs <= nowMs && hasTime()) await runDueSchedule(schedule, scheduling);
}
