import { describeRule, patchedRole } from '#lib/calendar/access/acl-rule';
import { changeRule } from '#lib/calendar/acl/change-rule';
import { changingRule } from '#lib/calendar/acl/changing-rule';
import { defineOperation } from '#lib/calendar/operation';

export const aclPatch = defineOperation({
  ...changingRule,
  id: 'calendar.acl.patch',
  summary: 'Changes some fields of an access rule.',
  route: 'PATCH /calendar/v3/calendars/{calendarId}/acl/{ruleId}',
  cost: 3,

  run: async ({ path, body }, context) =>
    describeRule(await changeRule('acl.patch', path, (rule) => patchedRole(rule, body), context)),
});
