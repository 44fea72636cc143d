/** Fills one page of a list from rows that come in runs, and says where the next one begins. */
import { forbidden, invalidPageToken } from '#lib/api/errors';
import { ExpansionLimit } from '#lib/calendar/recurrence/budget';
import type { EventResource } from '#lib/calendar/resources/event';
import type { Candidate, Describe, Overlays } from './rows.ts';

/** Rows that a page may look at: one whose filters match little ends early, and its token leads on. */
const MAX_EXAMINED = 5000;
/** Occurrences of recurring events that a page may look for, whether they become rows or not. */
export const MAX_EXPANSIONS = 500_000;

/**
 * A Lambda function answers 6 MB at the most, indentation and escapes included. A page of heavy events ends early, too.
 */
const MAX_BYTES = 2_600_000;
const LIGHT_BYTES = 1_000;

const isHeavy = ({
  summary = '',
  description = '',
  location = '',
  attendees = [],
  attachments,
  extendedProperties,
  conferenceData,
}: EventResource): boolean =>
  summary.length + description.length + location.length > 200 ||
  attendees.length > 1 ||
  (attachments ?? extendedProperties ?? conferenceData) !== undefined;
const bytesOf = (item: EventResource): number =>
  isHeavy(item) ? Buffer.byteLength(JSON.stringify(item)) : LIGHT_BYTES;

/** The longest id that a client may choose, and what tells an instance. */
const MAX_ID_LENGTH = 1024 + '_20260302T080000Z'.length;

export interface EventPage<Row> {
  readonly items: EventResource[];
  /** The last row that was looked at, when there may be more. */
  readonly last?: Row | undefined;
}

export type RowBatches<Row> = AsyncGenerator<Iterable<Row>, void>;

const tooManyOccurrences = () =>
  forbidden('quotaExceeded', 'Calendar usage limits exceeded: too many recurring events in the requested range.', {
    domain: 'usageLimits',
  });

/** A page that has spent its budget of expansions ends early; one that has nothing to lead on from is refused. */
export async function fillPage<Row extends Candidate>(
  runs: RowBatches<Row>,
  overlays: Promise<Overlays>,
  describe: Describe,
  size: number,
): Promise<EventPage<Row>> {
  const items: EventResource[] = [];
  let last: Row | undefined;
  let examined = 0;
  let bytes = 0;
  try {
    // Both reads are under way before either is waited for.
    const [first, own] = await Promise.all([runs.next(), overlays]);
    for (let run = first; run.done !== true; run = await runs.next()) {
      for (const row of run.value) {
        const item = describe(row, own);
        if (item !== undefined) {
          bytes += bytesOf(item);
          if (items.length === size || (bytes > MAX_BYTES && items.length > 0)) return { items, last };
          items.push(item);
        }
        last = row;
        examined += 1;
        if (examined >= MAX_EXAMINED) return { items, last };
      }
    }
  } catch (error) {
    if (!(error instanceof ExpansionLimit)) throw error;
    if (last === undefined) throw tooManyOccurrences();
    return { items, last };
  }
  return { items };
}

/** Reads a place out of a page token. Whatever has the wrong shape was not made here. */
export function readPlace<const Shape extends readonly ('string' | 'number')[]>(
  text: string,
  shape: Shape,
): { [K in keyof Shape]: Shape[K] extends 'string' ? string : number } {
  let parts: unknown;
  try {
    parts = JSON.parse(text);
  } catch {
    throw invalidPageToken();
  }
  const fits =
    Array.isArray(parts) &&
    parts.length === shape.length &&
    parts.every(
      (part, index) => typeof part === shape[index] && !(typeof part === 'string' && part.length > MAX_ID_LENGTH),
    );
  if (!fits) throw invalidPageToken();
  return parts as { [K in keyof Shape]: Shape[K] extends 'string' ? string : number };
}
