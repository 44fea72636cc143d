import { describeRule, replacedRole } from '#lib/calendar/access/acl-rule';
import { changeRule } from '#lib/calendar/acl/change-rule';
import { defineOperation } from '#lib/calendar/operation';
import { changingRule } from '#lib/calendar/parameters';

export const aclUpdate = defineOperation({
  ...changingRule,
  id: 'calendar.acl.update',
  summary: 'Replaces an access rule.',
  route: 'PUT /calendar/v3/calendars/{calendarId}/acl/{ruleId}',
  cost: 1,

  run: async ({ path, body }, context) =>
    describeRule(await changeRule('acl.update', path, (rule) => replacedRole(rule, body), context)),
});
