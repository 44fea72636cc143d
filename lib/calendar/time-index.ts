/**
 * Where an event stands in the index by time. Events are filed by duration class and start, so a window is found by one
 * query for each class in use, from `timeMin - class` on: the cost follows the answer, not the size of the calendar.
 */
import { DAY, HOUR } from './time/civil.ts';
import { formatInstant } from './time/timestamp.ts';

/** Longest duration of each class, in milliseconds. */
export const CLASSES: Readonly<Record<string, number>> = { h: HOUR, d: DAY, w: 7 * DAY, m: 32 * DAY, y: 366 * DAY, z: Infinity };

/**
 * First letter of the class in the index: plain events and modified instances, cancelled instances of living series (listed
 * even when deleted events are not), and tombstones of everything else.
 */
export type Shelf = 'E' | 'K' | 'X';

export const classOf = (durationMs: number): string => Object.entries(CLASSES).find(([, longest]) => durationMs <= longest)?.[0] ?? 'z';

/** All-day events are filed by their date as if in UTC: changing a calendar's zone then rewrites nothing. */
export const timeKeyOf = (shelf: Shelf, startMs: number, endMs: number): string => `${shelf}${classOf(endMs - startMs)}#${formatInstant(startMs)}`;

const END_OF_TIME = '9999';
/** Masters are filed by the end of their last occurrence. */
export const masterKeyOf = (lastEndMs: number | undefined): string => `R#${lastEndMs === undefined ? END_OF_TIME : formatInstant(lastEndMs)}`;

/** A window is widened by this on both sides, then filtered exactly: no zone is farther from UTC. */
export const ZONE_SLACK_MS = 14 * HOUR;
