import { pending } from '#lib/api/operation';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId, ruleId, sendSharingNotifications } from '#lib/calendar/parameters';
import { AclRuleResource } from '#lib/calendar/resources/acl';
import { WRITE_RULES } from '#lib/calendar/scopes';

export const aclPatch = defineOperation({
  id: 'calendar.acl.patch',
  summary: 'Changes the given fields of an access rule.',
  route: 'PATCH /calendar/v3/calendars/{calendarId}/acl/{ruleId}',
  scopes: WRITE_RULES,
  cost: 3,
  path: { calendarId, ruleId },
  query: { sendNotifications: sendSharingNotifications },
  body: AclRuleResource,
  returns: AclRuleResource,
  run: pending,
});
