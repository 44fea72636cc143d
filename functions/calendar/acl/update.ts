import { describeRule, replacedRole } from '#lib/calendar/access/acl-rule';
import { changeRule } from '#lib/calendar/acl/change-rule';
import { changingRule } from '#lib/calendar/acl/changing-rule';
import { defineOperation } from '#lib/calendar/operation';

export const aclUpdate = defineOperation({
  ...changingRule,
  id: 'calendar.acl.update',
  summary: 'Replaces an access rule.',
  route: 'PUT /calendar/v3/calendars/{calendarId}/acl/{ruleId}',
  cost: 1,

  run: async ({ path, body }, context) =>
    describeRule(await changeRule('acl.update', path, (rule) => replacedRole(rule, body), context)),
});
