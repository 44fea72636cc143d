/**
 * Reports that come by themselves: this file says what a schedule is and when it runs, `run-schedules.ts` makes its
 * files, `letter.ts` tells of them.
 */
import { Temporal } from 'temporal-polyfill';
import type { ReportRequest } from '#lib/ads/reports/request/request';

export interface Schedule {
  /** Letters, digits, dots, dashes and underscores: it is part of keys. */
  readonly name: string;
  /** Its days are those of each run. */
  readonly request: ReportRequest;
  /** `06:00`, in this zone. */
  readonly at: string;
  readonly timeZone: string;
  /** Files of earlier days are removed. */
  readonly keepDays: number;
  /** How many days are made again in each run: numbers change until conversions and costs have come in. */
  readonly again: number;
  /** Who gets a letter. */
  readonly mail?: string | undefined;
  readonly nextAtMs: number;
  /** Counts the runs; a run is claimed by raising it. */
  readonly revision: number;
  /** Why the last run failed. */
  readonly failure?: string | undefined;
}

export interface ScheduleStore {
  list(): Promise<Schedule[]>;
  /** Replaces one of the same name. */
  put(schedule: Schedule): Promise<void>;
  /** False when there is none. */
  remove(name: string): Promise<boolean>;
  /** Writes it if nobody has since it was read; false on a conflict. */
  replace(schedule: Schedule): Promise<boolean>;
}

export const isScheduleName = (name: string): boolean => /^[\w.-]{1,100}$/.test(name) && !/^\.+$/.test(name);

/** The first moment after `afterMs` at which the clock of the zone shows the time. */
export function nextRun({ at, timeZone }: Pick<Schedule, 'at' | 'timeZone'>, afterMs: number): number {
  const now = Temporal.Instant.fromEpochMilliseconds(afterMs).toZonedDateTimeISO(timeZone);
  const today = now.withPlainTime(Temporal.PlainTime.from(at));
  return (today.epochMilliseconds > afterMs ? today : today.add({ days: 1 })).epochMilliseconds;
}

/** Yesterday in the zone, and the days before it that are made again; the earliest first. */
export function daysOf({ timeZone, again }: Pick<Schedule, 'timeZone' | 'again'>, nowMs: number): string[] {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone).toPlainDate();
  return Array.from({ length: again }, (_, index) => today.subtract({ days: again - index }).toString());
}

/** The first day whose files are kept. */
export const firstKeptDay = ({ timeZone, keepDays }: Schedule, nowMs: number): string =>
  Temporal.Instant.fromEpochMilliseconds(nowMs)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .subtract({ days: keepDays })
    .toString();
