/**
 * Which events a list keeps by what they say: words, types and extended properties. Only what the reader sees can
 * match.
 */
import { badRequest } from '#lib/api/errors';
import type { VisibleEvent } from '#lib/calendar/access/event-visibility';

export interface EventFilters {
  readonly q?: string | undefined;
  readonly eventTypes?: readonly string[] | undefined;
  readonly iCalUID?: string | undefined;
  readonly privateExtendedProperty?: readonly string[] | undefined;
  readonly sharedExtendedProperty?: readonly string[] | undefined;
}

/** Every event is held against all of them; clients send long questions as forms. */
const MAX_QUERY_LENGTH = 16_384;
const MAX_WORDS = 32;
const MAX_PROPERTIES = 1000;

export type EventMatcher = (event: VisibleEvent) => boolean;

/** What people call the events that have a type of their own. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  focusTime: 'Focus time',
  outOfOffice: 'Out of office',
  workingLocation: 'Working location',
};

/** Letters of either case alike; the Greek sigma has two small forms, by its place in the word. */
const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

const WORD_START = /(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu;
const beginsLikeAWord = (text: string): boolean => /^[\p{L}\p{N}]/u.test(text);

/**
 * Whether a text has all words of a query, in lower case. A word is found at the beginning of a word; one that begins with
 * a sign is found anywhere. The text is gone through once for all words.
 */
function hasAllWords(text: string, { words, signs }: Query): boolean {
  if (!signs.every((sign) => text.includes(sign))) return false;
  const missing = new Set(words);
  if (missing.size === 0) return true;
  for (const { index } of text.matchAll(WORD_START)) {
    for (const word of missing) if (text.startsWith(word, index)) missing.delete(word);
    if (missing.size === 0) return true;
  }
  return false;
}

/** Guests who may not see each other cannot be found by others either. */
function seenPeople(
  { attendees = [], organizer, guestsCanSeeOtherGuests }: VisibleEvent,
  calendarId: string,
): (string | undefined)[] {
  const seesAll = guestsCanSeeOtherGuests !== false || organizer?.email === calendarId;
  const guests = seesAll ? attendees : attendees.filter(({ email }) => email === calendarId);
  return [organizer, ...guests].flatMap((person) => [person?.displayName, person?.email]);
}

function searchedText(event: VisibleEvent, calendarId: string): string {
  const { officeLocation, customLocation } = event.workingLocationProperties ?? {};
  return [
    event.summary,
    event.description,
    event.location,
    ...seenPeople(event, calendarId),
    officeLocation?.buildingId,
    officeLocation?.deskId,
    officeLocation?.label,
    customLocation?.label,
    event.creator === undefined ? undefined : TYPE_NAMES[event.eventType],
  ]
    .filter((text) => text !== undefined)
    .join('\n');
}

function readProperty(parameter: string, text: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at === -1) throw badRequest('invalid', `Invalid value '${text}': expected name=value.`, { parameter });
  return [text.slice(0, at), text.slice(at + 1)];
}

function readProperties(parameter: string, texts: readonly string[] = []): (readonly [string, string])[] {
  if (texts.length > MAX_PROPERTIES)
    throw badRequest('invalid', `At most ${String(MAX_PROPERTIES)} properties can be asked for.`, { parameter });
  return texts.map((text) => readProperty(parameter, text));
}

interface Query {
  readonly words: readonly string[];
  /** Words that begin with a sign. */
  readonly signs: readonly string[];
}

function readQuery(q = ''): Query {
  if (q.length > MAX_QUERY_LENGTH)
    throw badRequest('invalid', `A query has at most ${String(MAX_QUERY_LENGTH)} characters.`, { parameter: 'q' });
  const all = [...new Set(foldCase(q).split(/\s+/u))].filter((word) => word !== '');
  if (all.length > MAX_WORDS)
    throw badRequest('invalid', `A query has at most ${String(MAX_WORDS)} words.`, { parameter: 'q' });
  return { words: all.filter(beginsLikeAWord), signs: all.filter((word) => !beginsLikeAWord(word)) };
}

const hasAll = (
  values: Readonly<Record<string, string>> | undefined,
  wanted: readonly (readonly [string, string])[],
): boolean =>
  wanted.every(([name, value]) => values !== undefined && Object.hasOwn(values, name) && values[name] === value);

/** Refuses properties that are not written `name=value`. */
export function eventMatcher(filters: EventFilters, calendarId: string): EventMatcher {
  const query = readQuery(filters.q);
  const ownProperties = readProperties('privateExtendedProperty', filters.privateExtendedProperty);
  const sharedProperties = readProperties('sharedExtendedProperty', filters.sharedExtendedProperty);
  const types = new Set(filters.eventTypes ?? []);
  const uid = filters.iCalUID;

  return (event) => {
    if (types.size > 0 && !types.has(event.eventType)) return false;
    if (uid !== undefined && event.iCalUID !== uid) return false;
    if (
      !hasAll(event.extendedProperties?.private, ownProperties) ||
      !hasAll(event.extendedProperties?.shared, sharedProperties)
    )
      return false;
    if (query.words.length + query.signs.length === 0) return true;
    return hasAllWords(foldCase(searchedText(event, calendarId)), query);
  };
}
