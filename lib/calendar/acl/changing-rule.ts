/** What replacing and patching a rule have in common in their declarations. */
import { calendarId, ruleId, sendSharingNotifications } from '#lib/calendar/parameters';
import { AclRuleResource } from '#lib/calendar/resources/acl';
import { WRITE_RULES } from '#lib/calendar/scopes';

export const changingRule = {
  scopes: WRITE_RULES,
  path: { calendarId, ruleId },
  query: { sendNotifications: sendSharingNotifications },
  body: AclRuleResource,
  returns: AclRuleResource,
};
