/**
 * Fields that iCalendar does not have: ours go into one property, `X-ALMANAC-EVENT`; properties of others are stored as
 * shared extended properties.
 */
import ICAL from 'ical.js';
import { cleanBody } from '#lib/api/check';
import { EventResource } from '#lib/calendar/resources/event';

const OWN_PROPERTY = 'x-almanac-event';

const EXTRA_FIELDS = [
  'colorId',
  'eventLabelId',
  'eventType',
  'extendedProperties',
  'conferenceData',
  'anyoneCanAddSelf',
  'guestsCanInviteOthers',
  'guestsCanModify',
  'guestsCanSeeOtherGuests',
  'privateCopy',
  'reminders',
  'birthdayProperties',
  'focusTimeProperties',
  'outOfOfficeProperties',
  'workingLocationProperties',
] as const satisfies readonly (keyof EventResource)[];

type Extras = Pick<EventResource, (typeof EXTRA_FIELDS)[number]>;

/** Standard properties without a field here, stored under their names among the shared extended properties. */
const KEPT = new Set(['CATEGORIES', 'COMMENT', 'CONTACT', 'GEO', 'PRIORITY', 'RELATED-TO', 'RESOURCES']);
const isKept = (name: string): boolean =>
  KEPT.has(name) || (/^X-[A-Z0-9-]+$/u.test(name) && !name.startsWith('X-ALMANAC-'));

const pick = (event: EventResource): Extras =>
  Object.fromEntries(EXTRA_FIELDS.flatMap((field) => (event[field] === undefined ? [] : [[field, event[field]]])));

export function extraLines(event: EventResource): string[] {
  const shared = Object.entries(event.extendedProperties?.shared ?? {});
  const foreign = shared
    .filter(([name]) => isKept(name))
    .flatMap(([name, value]) => value.split('\n').map((part) => `${name}:${part}`));
  const ownShared = Object.fromEntries(shared.filter(([name]) => !isKept(name)));
  const properties = { ...event.extendedProperties, shared: Object.keys(ownShared).length > 0 ? ownShared : undefined };
  const isEmpty = Object.values(properties).every((map) => map === undefined);
  const hasOverrides = (event.reminders?.overrides ?? []).length > 0;
  const { extendedProperties: _, reminders, ...rest } = pick(event);
  const extras: Extras = {
    ...rest,
    ...(isEmpty ? {} : { extendedProperties: properties }),
    ...(reminders === undefined || hasOverrides ? {} : { reminders }),
  };
  const own =
    Object.keys(extras).length === 0
      ? []
      : [new ICAL.Property([OWN_PROPERTY, {}, 'text', JSON.stringify(extras)]).toICALString()];
  return [...foreign, ...own];
}

function readOwn(component: ICAL.Component): Extras {
  const text = component.getFirstPropertyValue(OWN_PROPERTY);
  if (typeof text !== 'string') return {};
  const value: unknown = JSON.parse(text);
  return pick(cleanBody(EventResource, value) as EventResource);
}

/** `lines` are those of the event itself, as in the file. */
export function readExtras(component: ICAL.Component, lines: readonly string[]): Extras {
  const kept: Record<string, string> = {};
  for (const line of lines) {
    const name = line.slice(0, line.search(/[;:]/u)).toUpperCase();
    const value = isKept(name) ? /^[^;:]+(?:;(?:"[^"]*"|[^":])*)?:(.*)$/u.exec(line)?.[1] : undefined;
    if (value !== undefined) kept[name] = kept[name] === undefined ? value : `${kept[name]}\n${value}`;
  }
  const own = readOwn(component);
  if (Object.keys(kept).length === 0) return own;
  return {
    ...own,
    extendedProperties: { ...own.extendedProperties, shared: { ...kept, ...own.extendedProperties?.shared } },
  };
}
