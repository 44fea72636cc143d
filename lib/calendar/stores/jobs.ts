/** Storage of jobs: work that one request could not finish. */
import type { Calendar } from '#lib/calendar/model/calendar';
import type { Job } from '#lib/calendar/model/job';
import type { EventWrite } from './events.ts';
import type { Page } from './page.ts';

/** What calendars/run-jobs.ts needs. Every verb may be repeated, and run by several processes at once. */
export interface JobStore {
  /** All open jobs. */
  listJobs(): Promise<Job[]>;
  /** Stores the progress of a job, unless it was requested again. */
  advance(job: Job, cursor: string): Promise<void>;
  /** Removes a finished job, unless it was requested again. */
  finish(job: Job): Promise<void>;
  /** Addresses of the users who have the calendar on their list. */
  listSubscribers(calendarId: string, after: string | undefined, limit: number): Promise<Page<string>>;
  removeOverlays(email: string, calendarId: string): Promise<void>;
  /** Writes tombstones without moving them among the changes, for events that are still as they were read. */
  writeTombstones(calendar: Calendar, tombstones: readonly EventWrite[]): Promise<void>;
  /** Records that all tombstones of this clearing are written, unless the calendar was cleared again. */
  markSwept(job: Job): Promise<void>;
  /** Removes some items of a deleted calendar; true while there are more. */
  removeItems(calendarId: string): Promise<boolean>;
  /** Lets the rest of a deleted calendar expire; until then its id stays taken. */
  retire(calendarId: string, expiresAtMs: number): Promise<void>;
}
