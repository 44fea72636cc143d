import { listRules } from '#lib/calendar/acl/list-rules';
import { defineOperation } from '#lib/calendar/operation';
import { aclListQuery, calendarId } from '#lib/calendar/parameters';
import { AclResource } from '#lib/calendar/resources/acl';
import { LIST_RULES } from '#lib/calendar/scopes';

export const aclList = defineOperation({
  id: 'calendar.acl.list',
  summary: 'Lists the access rules of a calendar.',
  route: 'GET /calendar/v3/calendars/{calendarId}/acl',
  scopes: LIST_RULES,
  cost: 1,
  watchable: true,
  path: { calendarId },
  query: aclListQuery,
  returns: AclResource,

  run: ({ path, query }, context) => listRules(path.calendarId, query, context),
});
