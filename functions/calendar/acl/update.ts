import type { Rule } from '#lib/calendar/access';
import { changeRule } from '#lib/calendar/change-rule';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId, ruleId, sendSharingNotifications } from '#lib/calendar/parameters';
import { AclRuleResource } from '#lib/calendar/resources/acl';
import { describeRule, requireSameScope, roleOf } from '#lib/calendar/rule';
import { WRITE_RULES } from '#lib/calendar/scopes';

export const aclUpdate = defineOperation({
  id: 'calendar.acl.update',
  summary: 'Replaces an access rule.',
  route: 'PUT /calendar/v3/calendars/{calendarId}/acl/{ruleId}',
  scopes: WRITE_RULES,
  cost: 1,
  path: { calendarId, ruleId },
  query: { sendNotifications: sendSharingNotifications },
  body: AclRuleResource,
  returns: AclRuleResource,

  async run({ path, body }, context) {
    const wanted = ({ id }: Rule) => {
      requireSameScope(id, body.scope ?? {});
      return roleOf(body.role, id);
    };
    return describeRule(await changeRule('acl.update', path, wanted, context));
  },
});
