/** What replacing and patching the same thing have in common, whatever the verb. */
import { alwaysIncludeEmail, calendarId, eventId, eventParts, maxAttendees, notifyGuests, ruleId, sendSharingNotifications } from './parameters.ts';
import { AclRuleResource } from './resources/acl.ts';
import { EventResource } from './resources/event.ts';
import { WRITE_EVENTS, WRITE_RULES } from './scopes.ts';

export const changingEvent = {
  scopes: WRITE_EVENTS,
  path: { calendarId, eventId },
  query: { ...eventParts, ...notifyGuests, alwaysIncludeEmail, maxAttendees },
  body: EventResource,
  returns: EventResource,
};

export const changingRule = {
  scopes: WRITE_RULES,
  path: { calendarId, ruleId },
  query: { sendNotifications: sendSharingNotifications },
  body: AclRuleResource,
  returns: AclRuleResource,
};
