/** Rules of the event types: in which calendars they may be, at which times, and which properties they have. */
import { badRequest, type ApiError } from '#lib/api/errors';
import type { Calendar } from '#lib/calendar/model/calendar';
import { differences, type FieldName, type EventFields } from '#lib/calendar/model/event-fields';
import { EVENT_TYPES, type EventType } from '#lib/calendar/resources/event-types';
import { DAY } from '#lib/calendar/time/civil';
import { isAllDay, momentOf, wallOf } from '#lib/calendar/time/event-time';
import { wallAt } from '#lib/calendar/time/zone';

type Block = 'focusTimeProperties' | 'outOfOfficeProperties' | 'workingLocationProperties' | 'birthdayProperties';

const BLOCKS: Readonly<Partial<Record<string, Block>>> = {
  focusTime: 'focusTimeProperties',
  outOfOffice: 'outOfOfficeProperties',
  workingLocation: 'workingLocationProperties',
  birthday: 'birthdayProperties',
};

const DECLINE_MODES = ['declineNone', 'declineAllConflictingInvitations', 'declineOnlyNewConflictingInvitations'];
const CHAT_STATUSES = ['available', 'doNotDisturb'];
const LOCATIONS = ['homeOffice', 'officeLocation', 'customLocation'] as const;
const YEARLY = /^RRULE:FREQ=YEARLY(?:;INTERVAL=1)?(?:;BYMONTH=2;BYMONTHDAY=-1)?$/i;

/** The only fields that may change on events of these types, besides those that every write changes. */
const EDITABLE: Readonly<Partial<Record<string, readonly FieldName[]>>> = {
  birthday: ['summary', 'colorId', 'eventLabelId', 'start', 'end', 'status', 'sequence'],
  fromMail: ['colorId', 'eventLabelId', 'visibility', 'transparency', 'status', 'extendedProperties', 'sequence'],
};

export const typeRestriction = (message: string): ApiError =>
  badRequest('eventTypeRestriction', message, { domain: 'calendar' });

const isEventType = (text: string): text is EventType => Object.hasOwn(EVENT_TYPES, text);

/** The type of a new event, or the unchanged type of one that exists. */
export function readEventType(sent: string | undefined, before: string | undefined): string {
  const type = sent ?? before ?? 'default';
  if (!isEventType(type)) throw badRequest('invalid', 'Invalid event type.');
  if (before !== undefined && type !== before) throw typeRestriction('The type of an event cannot change.');
  if (before === undefined && type === 'fromMail')
    throw badRequest('invalid', 'Events of this type cannot be created.');
  return type;
}

type Problem = string | false | undefined;

const lacksOpaqueTime = (event: EventFields): Problem =>
  (isAllDay(event.start) && 'must have a time') || (event.transparency === 'transparent' && 'must be opaque');

const invites = ({ attendees }: EventFields): Problem => attendees !== undefined && 'cannot have attendees';

const declinesBadly = (mode: string | undefined): Problem =>
  mode !== undefined && !DECLINE_MODES.includes(mode) && 'has an invalid autoDeclineMode';

function lastsOneDay({ start, end }: EventFields, calendar: Calendar): boolean {
  if (isAllDay(start)) return momentOf(end) - momentOf(start) === DAY;
  const zone = start.timeZone ?? calendar.timeZone;
  const dayOf = (wall: number): number => Math.floor(wall / DAY);
  return (
    dayOf(start.wall === undefined ? wallAt(zone, momentOf(start)) : wallOf(start)) ===
    dayOf(wallAt(zone, Math.max(momentOf(end) - 1, momentOf(start))))
  );
}

const PROBLEMS: Readonly<Partial<Record<string, (event: EventFields, calendar: Calendar) => Problem>>> = {
  focusTime: (event) =>
    lacksOpaqueTime(event) ||
    invites(event) ||
    (event.conferenceData?.createRequest !== undefined && 'cannot have a conference') ||
    declinesBadly(event.focusTimeProperties?.autoDeclineMode) ||
    (event.focusTimeProperties?.chatStatus !== undefined &&
      !CHAT_STATUSES.includes(event.focusTimeProperties.chatStatus) &&
      'has an invalid chatStatus'),

  outOfOffice: (event) =>
    lacksOpaqueTime(event) ||
    invites(event) ||
    (event.description !== undefined && 'cannot have a description') ||
    declinesBadly(event.outOfOfficeProperties?.autoDeclineMode),

  workingLocation: (event, calendar) => {
    const location = LOCATIONS.find((name) => name === event.workingLocationProperties?.type);
    return (
      (location === undefined && 'needs a location type') ||
      (location !== undefined && event.workingLocationProperties?.[location] === undefined && `needs ${location}`) ||
      (event.visibility !== 'public' && 'must be public') ||
      (event.transparency !== 'transparent' && 'must be transparent') ||
      (!lastsOneDay(event, calendar) &&
        (isAllDay(event.start) ? 'must be exactly one day long' : 'must lie within one day')) ||
      invites(event)
    );
  },

  birthday: (event, calendar) =>
    (!(isAllDay(event.start) && lastsOneDay(event, calendar)) && 'must be exactly one day long') ||
    (event.visibility !== 'private' && 'must be private') ||
    (event.transparency !== 'transparent' && 'must be transparent') ||
    (event.birthdayProperties?.type !== 'birthday' && 'can only be of the type birthday') ||
    ((event.description !== undefined || event.location !== undefined) && 'cannot have a description or location') ||
    invites(event),
};

const malformed = (type: string, problem: string): ApiError => {
  const name = `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
  return badRequest(`malformed${name}Event`, `An event of the type ${type} ${problem}.`, { domain: 'calendar' });
};

/** The properties of the event's own type, completed; those of other types are ignored. */
function ownBlock(event: EventFields): Partial<EventFields> {
  switch (event.eventType) {
    case 'focusTime':
      return { focusTimeProperties: { autoDeclineMode: 'declineNone', ...event.focusTimeProperties } };
    case 'outOfOffice':
      return { outOfOfficeProperties: { autoDeclineMode: 'declineNone', ...event.outOfOfficeProperties } };
    case 'birthday':
      return { birthdayProperties: { type: 'birthday', ...event.birthdayProperties } };
    case 'workingLocation': {
      const { type, officeLocation, customLocation } = event.workingLocationProperties ?? {};
      if (type === 'homeOffice') return { workingLocationProperties: { type, homeOffice: {} } };
      const place = type === 'officeLocation' ? { officeLocation } : { customLocation };
      return {
        workingLocationProperties: {
          ...(type !== undefined && { type }),
          ...Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined)),
        },
      };
    }
    default:
      return {};
  }
}

const withoutBlocks = (event: EventFields): EventFields => ({
  ...event,
  ...Object.fromEntries(Object.values(BLOCKS).map((block) => [block, undefined])),
});

/** The event with the properties of its type and of no other; throws when it breaks the rules of its type. */
export function applyType(
  event: EventFields,
  calendar: Calendar,
  before: EventFields | undefined,
  isInstance: boolean,
): EventFields {
  const { eventType } = event;
  const typed = { ...withoutBlocks(event), ...ownBlock(event) };
  if (eventType === 'default') return typed;
  if (!calendar.isPrimary) throw typeRestriction(`Events of the type ${eventType} belong in a primary calendar.`);
  const editable = EDITABLE[eventType];
  if (
    before !== undefined &&
    editable !== undefined &&
    differences(before, typed).some((name) => !editable.includes(name))
  ) {
    throw typeRestriction(`This cannot be changed for an event of the type ${eventType}.`);
  }
  const problem =
    PROBLEMS[eventType]?.(typed, calendar) ||
    (eventType === 'birthday' &&
      !isInstance &&
      !(typed.recurrence?.length === 1 && YEARLY.test(typed.recurrence[0] ?? '')) &&
      'repeats every year');
  if (typeof problem === 'string') throw malformed(eventType, problem);
  return typed;
}
