/** What the rules ask of the storage of jobs: work that a request leaves behind. */
import type { Calendar } from '#lib/calendar/model/calendar';
import type { Job } from '#lib/calendar/model/job';
import type { EventWrite } from './events.ts';
import type { Page } from './page.ts';

/** What the sweep of calendars (sweep.ts) needs. Every verb may be repeated, and run by several at once. */
export interface JobStore {
  /** What is left to do. */
  listJobs(): Promise<Job[]>;
  /** Remembers how far a job has come, unless it was asked for anew. */
  advance(job: Job, cursor: string): Promise<void>;
  /** The job is done, unless it was asked for anew. */
  finish(job: Job): Promise<void>;
  /** Addresses of those who have the calendar on their list. */
  listSubscribers(calendarId: string, after: string | undefined, limit: number): Promise<Page<string>>;
  removeOverlays(email: string, calendarId: string): Promise<void>;
  /** Writes tombstones, each in its place among the changes, of those events that are still as they were read. */
  writeTombstones(calendar: Calendar, tombstones: readonly EventWrite[]): Promise<void>;
  /** All tombstones of this clearing are written, unless the calendar was cleared again. */
  markSwept(job: Job): Promise<void>;
  /** Removes some of what a deleted calendar holds; true while there is more. */
  removeItems(calendarId: string): Promise<boolean>;
  /** What is left of a deleted calendar goes away by itself then; until that time its id stays taken. */
  retire(calendarId: string, expiresAtMs: number): Promise<void>;
}
