import { pending } from '#lib/api/operation';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId, sendSharingNotifications } from '#lib/calendar/parameters';
import { AclRuleResource } from '#lib/calendar/resources/acl';
import { WRITE_RULES } from '#lib/calendar/scopes';

/** A scope has one rule: a second insert for it replaces the first. */
export const aclInsert = defineOperation({
  id: 'calendar.acl.insert',
  summary: 'Gives somebody a role on a calendar.',
  route: 'POST /calendar/v3/calendars/{calendarId}/acl',
  scopes: WRITE_RULES,
  cost: 1,
  path: { calendarId },
  query: { sendNotifications: sendSharingNotifications },
  body: AclRuleResource,
  returns: AclRuleResource,
  run: pending,
});
