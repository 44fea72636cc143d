import type { Rule } from '#lib/calendar/access';
import { changeRule } from '#lib/calendar/change-rule';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId, ruleId, sendSharingNotifications } from '#lib/calendar/parameters';
import { AclRuleResource } from '#lib/calendar/resources/acl';
import { describeRule, patchedScope, requireSameScope, roleOf } from '#lib/calendar/rule';
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

  async run({ path, body }, context) {
    const wanted = ({ id, role }: Rule) => {
      if (body.scope !== undefined) requireSameScope(id, patchedScope(id, body.scope));
      return body.role === undefined ? role : roleOf(body.role, id);
    };
    return describeRule(await changeRule('acl.patch', path, wanted, context));
  },
});
