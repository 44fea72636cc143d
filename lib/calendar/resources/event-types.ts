/** The types of event, and what each adds to it. */
import { any, object, resource, string, withDefault, type Static } from '#lib/api/schema';

export const EVENT_TYPES = {
  birthday: 'An all-day event every year.',
  default: 'An ordinary event.',
  focusTime: 'Time kept free for focused work.',
  fromMail: 'Made from a message; cannot be created here.',
  outOfOffice: 'Time away.',
  workingLocation: 'Where somebody works that day.',
} as const;
export type EventType = keyof typeof EVENT_TYPES;

/** Clients made for the original service use its older name. */
export const EVENT_TYPE_ALIASES: Readonly<Record<string, EventType>> = { fromGmail: 'fromMail' };

export const EventBirthdayPropertiesResource = resource(
  'EventBirthdayProperties',
  'What a `birthday` event adds; fixed once created.',
  {
    type: withDefault(
      string('`birthday`, the only one that can be created, `anniversary`, `custom`, `other` or `self`.'),
      'birthday',
    ),
    contact: string('The person whose day it is, such as `people/c12345`.', { readOnly: true }),
    customTypeName: string('What kind of day it is, for the type `custom`.', { readOnly: true }),
  },
);
export type EventBirthdayPropertiesResource = Static<typeof EventBirthdayPropertiesResource>;

/** What an event that turns down invitations says about them. */
const declining = {
  autoDeclineMode: string(
    '`declineNone`, `declineAllConflictingInvitations` or `declineOnlyNewConflictingInvitations`.',
  ),
  declineMessage: string('Sent with each refusal.'),
};

export const EventFocusTimePropertiesResource = resource('EventFocusTimeProperties', 'What a `focusTime` event adds.', {
  ...declining,
  chatStatus: string('`available` or `doNotDisturb`.'),
});
export type EventFocusTimePropertiesResource = Static<typeof EventFocusTimePropertiesResource>;

export const EventOutOfOfficePropertiesResource = resource(
  'EventOutOfOfficeProperties',
  'What an `outOfOffice` event adds.',
  declining,
);
export type EventOutOfOfficePropertiesResource = Static<typeof EventOutOfOfficePropertiesResource>;

export const EventWorkingLocationPropertiesResource = resource(
  'EventWorkingLocationProperties',
  'What a `workingLocation` event adds.',
  {
    type: string(
      '`homeOffice`, `officeLocation` or `customLocation`; the field of that name has the details. Always needed.',
    ),
    homeOffice: any('Present when the person works at home; answered as an empty object.'),
    officeLocation: object('Present when the person works in an office.', {
      buildingId: string('Which building.'),
      floorId: string('Which floor.'),
      floorSectionId: string('Which part of the floor.'),
      deskId: string('Which desk.'),
      label: string('Name of the office for people.'),
    }),
    customLocation: object('Present when the person works somewhere else.', {
      label: string('Name of the place for people.'),
    }),
  },
);
export type EventWorkingLocationPropertiesResource = Static<typeof EventWorkingLocationPropertiesResource>;
