/** Which fields all copies of a meeting share, and which belong to one copy. */
import { FIELD_NAMES, type FieldName, type EventFields } from '#lib/calendar/model/event-fields';

type Properties = EventFields['extendedProperties'];

/** Fields with a value of their own in every copy. */
export const OWN_FIELDS: readonly FieldName[] = ['colorId', 'eventLabelId', 'transparency'];

/** Fields with rules of their own: rows with answers, private properties, and the status of a deleted copy. */
const MIXED: readonly FieldName[] = ['attendees', 'extendedProperties', 'status', 'privateCopy', 'locked'];

/** Fields with the organizer's value in every copy. */
export const SHARED_FIELDS: readonly FieldName[] = FIELD_NAMES.filter(
  (name) => !OWN_FIELDS.includes(name) && !MIXED.includes(name),
);

/** Fields that guests who may modify the event change for everybody. */
export const MODIFIABLE: readonly FieldName[] = [
  'summary',
  'description',
  'location',
  'start',
  'end',
  'recurrence',
  'visibility',
  'conferenceData',
  'hangoutLink',
  'attachments',
];

/** The named fields that have a value. */
export const pick = <T extends Partial<EventFields>>(source: T, names: readonly FieldName[]): Partial<EventFields> =>
  Object.fromEntries(names.flatMap((name) => (source[name] === undefined ? [] : [[name, source[name]]])));

const isEmpty = (map: object | undefined): boolean => map === undefined || Object.keys(map).length === 0;

/** Private properties of one copy with the shared ones of another. */
export function joinProperties(own: Properties, shared: Properties): Properties {
  if (isEmpty(own?.private) && isEmpty(shared?.shared)) return undefined;
  return {
    ...(!isEmpty(own?.private) && { private: own?.private ?? {} }),
    ...(!isEmpty(shared?.shared) && { shared: shared?.shared ?? {} }),
  };
}
