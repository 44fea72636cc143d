/** What a list of events is asked for: its parameters, checked, and those that a sync token remembers. */
import { badRequest, gone } from '#lib/api/errors';
import type { StaticParameters } from '#lib/api/schema';
import type { eventsListQuery } from '#lib/calendar/parameters';
import { EVENT_TYPES, type EventType } from '#lib/calendar/resources/event-types';
import { DAY, type Instant } from '#lib/calendar/time/civil';
import type { TimeWindow } from '#lib/calendar/time/event-time';
import { readInstant, readMoment } from '#lib/calendar/time/timestamp';
import { requireTimeZone } from '#lib/calendar/time/zone';
import { refuseWithSyncToken, SYNC_TOKEN_DAYS, type SyncState } from '#lib/calendar/tokens/sync-token';

export type ListQuery = StaticParameters<typeof eventsListQuery>;

export interface ListRequest {
  readonly query: ListQuery;
  readonly window: TimeWindow;
  /** Instances in place of series. */
  readonly isExpanded: boolean;
  /** Whatever was deleted is listed too. */
  readonly listsTombstones: boolean;
  /** A sync: also what the reader must forget is a row. */
  readonly isSync: boolean;
  readonly updatedMin: Instant | undefined;
}

const SERIES_HORIZON_DAYS = 730;
/** Tombstones are not remembered any longer. */
const UPDATED_MIN_DAYS = SYNC_TOKEN_DAYS;

/** Refuses a window that ends before it has begun. */
export function readWindow({
  timeMin,
  timeMax,
}: {
  readonly timeMin?: string | undefined;
  readonly timeMax?: string | undefined;
}): TimeWindow {
  const after = timeMin === undefined ? undefined : readInstant(timeMin);
  const before = timeMax === undefined ? undefined : readInstant(timeMax);
  if (after !== undefined && before !== undefined && before <= after) {
    throw badRequest('timeRangeEmpty', 'The specified time range is empty.', {
      domain: 'calendar',
      parameter: 'timeMax',
    });
  }
  return { after, before };
}

/** Where an endless series stops in a list without an end. */
export const seriesHorizon = ({ after = -Infinity, before }: TimeWindow, nowMs: number): Instant =>
  before ?? Math.max(nowMs, after) + SERIES_HORIZON_DAYS * DAY;

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const flagIn = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);

const isEventType = (value: unknown): value is EventType =>
  typeof value === 'string' && Object.hasOwn(EVENT_TYPES, value);

/** The parameters of the first list that an incremental one shares. */
const SHARED = [
  'singleEvents',
  'showDeleted',
  'eventTypes',
  'timeMin',
  'timeMax',
] as const satisfies readonly (keyof ListQuery)[];

export const remember = (query: ListQuery): NonNullable<SyncState['with']> =>
  Object.fromEntries(SHARED.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])));

function recall({ with: remembered = {} }: SyncState): Partial<ListQuery> {
  const { eventTypes } = remembered;
  return {
    singleEvents: flagIn(remembered['singleEvents']),
    showDeleted: flagIn(remembered['showDeleted']),
    eventTypes: Array.isArray(eventTypes) ? eventTypes.filter(isEventType) : undefined,
    timeMin: textIn(remembered['timeMin']),
    timeMax: textIn(remembered['timeMax']),
  };
}

const given = (query: ListQuery): Partial<ListQuery> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));

/** An incremental list has those of its first list; another value would make changes unrecognisable. */
const NOT_WITH_SYNC_TOKEN = [
  'iCalUID',
  'orderBy',
  'privateExtendedProperty',
  'sharedExtendedProperty',
  'q',
  'timeMin',
  'timeMax',
  'updatedMin',
] as const satisfies readonly (keyof ListQuery)[];

/** Checks the parameters. `sync` is what the sync token holds. */
export function readListRequest(sent: ListQuery, sync: SyncState | undefined): ListRequest {
  requireTimeZone(sent.timeZone);
  if (sync !== undefined) {
    const fixed = Object.fromEntries(NOT_WITH_SYNC_TOKEN.map((name) => [name, sent[name]]));
    refuseWithSyncToken({ ...fixed, showDeleted: sent.showDeleted === false ? false : undefined });
  }
  const query: ListQuery = sync === undefined ? sent : { ...recall(sync), ...given(sent), maxResults: sent.maxResults };
  const isExpanded = query.singleEvents === true;
  if (query.orderBy === 'startTime' && !isExpanded) {
    throw badRequest('invalid', 'The requested ordering is not available for the particular query.', {
      parameter: 'orderBy',
    });
  }
  return {
    query,
    window: readWindow(query),
    isExpanded,
    listsTombstones: query.showDeleted === true || sync !== undefined || query.updatedMin !== undefined,
    isSync: sync !== undefined,
    updatedMin: query.updatedMin === undefined ? undefined : readMoment(query.updatedMin),
  };
}

/** Nobody remembers what was deleted before that. */
export function refuseLongAgo({ updatedMin }: ListRequest, now: Date): void {
  if (updatedMin !== undefined && updatedMin < now.getTime() - UPDATED_MIN_DAYS * DAY) {
    throw gone('updatedMinTooLongAgo', 'The requested minimum modification time lies too far in the past.', {
      domain: 'calendar',
      parameter: 'updatedMin',
    });
  }
}

/**
 * Filters other than the window and the type would make later changes unrecognisable, so such a list begins no sync.
 */
export const beginsSync = ({ query }: ListRequest): boolean =>
  [
    query.orderBy,
    query.q,
    query.iCalUID,
    query.privateExtendedProperty,
    query.sharedExtendedProperty,
    query.updatedMin,
  ].every((value) => value === undefined);
