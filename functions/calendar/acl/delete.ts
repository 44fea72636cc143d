import { removeRule } from '#lib/calendar/acl/change-rule';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId, ruleId } from '#lib/calendar/parameters';
import { WRITE_RULES } from '#lib/calendar/scopes';

export const aclDelete = defineOperation({
  id: 'calendar.acl.delete',
  summary: 'Removes an access rule.',
  route: 'DELETE /calendar/v3/calendars/{calendarId}/acl/{ruleId}',
  scopes: WRITE_RULES,
  cost: 1,
  path: { calendarId, ruleId },
  query: {},

  async run({ path }, context) {
    await removeRule(path, context);
    return undefined;
  },
});
