import { describeRule } from '#lib/calendar/access/acl-rule';
import { openRule } from '#lib/calendar/acl/change-rule';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId, ruleId } from '#lib/calendar/parameters';
import { AclRuleResource } from '#lib/calendar/resources/acl';
import { READ_RULE } from '#lib/calendar/scopes';

export const aclGet = defineOperation({
  id: 'calendar.acl.get',
  summary: 'Reads one access rule of a calendar.',
  route: 'GET /calendar/v3/calendars/{calendarId}/acl/{ruleId}',
  scopes: READ_RULE,
  cost: 1,
  path: { calendarId, ruleId },
  query: {},
  returns: AclRuleResource,

  async run({ path }, context) {
    const { stored } = await openRule('acl.get', path, context);
    return describeRule(stored);
  },
});
