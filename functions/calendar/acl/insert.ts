import { describeRule, roleOf, ruleIdOf } from '#lib/calendar/access/acl-rule';
import { putRule } from '#lib/calendar/acl/change-rule';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId, sendSharingNotifications } from '#lib/calendar/parameters';
import { AclRuleResource } from '#lib/calendar/resources/acl';
import { WRITE_RULES } from '#lib/calendar/scopes';

/** A scope has one rule: a second insert replaces the first. */
export const aclInsert = defineOperation({
  id: 'calendar.acl.insert',
  summary: 'Gives a user, group or domain a role on a calendar.',
  route: 'POST /calendar/v3/calendars/{calendarId}/acl',
  scopes: WRITE_RULES,
  cost: 1,
  path: { calendarId },
  query: { sendNotifications: sendSharingNotifications },
  body: AclRuleResource,
  returns: AclRuleResource,

  async run({ path, body }, context) {
    const wanted = () => {
      const ruleId = ruleIdOf(body.scope ?? {});
      return { ruleId, role: roleOf(body.role, ruleId) };
    };
    return describeRule(await putRule(path.calendarId, wanted, context));
  },
});
