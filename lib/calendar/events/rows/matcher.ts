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
const MAX_PROPERTIES = 1000;

export type EventMatcher = (event: VisibleEvent) => boolean;

/** What people call the events that have a type of their own. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  focusTime: 'Focus time',
  outOfOffice: 'Out of office',
  workingLocation: 'Working location',
};

/** A word of the query is found at the beginning of a word; one that begins with a sign is found anywhere. */
const wordPattern = (word: string): RegExp => {
  const literal = word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return new RegExp(/^[\p{L}\p{N}]/u.test(word) ? String.raw`(?<![\p{L}\p{N}])${literal}` : literal, 'iu');
};

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

function readWords(q = ''): string[] {
  if (q.length > MAX_QUERY_LENGTH)
    throw badRequest('invalid', `A query has at most ${String(MAX_QUERY_LENGTH)} characters.`, { parameter: 'q' });
  return [...new Set(q.split(/\s+/u))].filter((word) => word !== '');
}

const hasAll = (
  values: Readonly<Record<string, string>> | undefined,
  wanted: readonly (readonly [string, string])[],
): boolean =>
  wanted.every(([name, value]) => values !== undefined && Object.hasOwn(values, name) && values[name] === value);

/** Refuses properties that are not written `name=value`. */
export function eventMatcher(filters: EventFilters, calendarId: string): EventMatcher {
  const patterns = readWords(filters.q).map(wordPattern);
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
    if (patterns.length === 0) return true;
    const text = searchedText(event, calendarId);
    return patterns.every((pattern) => pattern.test(text));
  };
}
