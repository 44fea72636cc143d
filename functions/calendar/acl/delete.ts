import { pending } from '#lib/api/operation';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId, ruleId } from '#lib/calendar/parameters';
import { WRITE_RULES } from '#lib/calendar/scopes';

export const aclDelete = defineOperation({
  id: 'calendar.acl.delete',
  summary: 'Takes a role away again.',
  route: 'DELETE /calendar/v3/calendars/{calendarId}/acl/{ruleId}',
  scopes: WRITE_RULES,
  cost: 1,
  path: { calendarId, ruleId },
  query: {},
  run: pending,
});
