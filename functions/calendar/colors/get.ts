import { pending } from '#lib/api/operation';
import { defineOperation } from '#lib/calendar/operation';
import { ColorsResource } from '#lib/calendar/resources/colors';
import { READ_COLORS } from '#lib/calendar/scopes';

export const colorsGet = defineOperation({
  id: 'calendar.colors.get',
  summary: 'Reads the colours that calendars and events can have.',
  route: 'GET /calendar/v3/colors',
  scopes: READ_COLORS,
  cost: 1,
  access: 'key',
  path: {},
  query: {},
  returns: ColorsResource,
  run: pending,
});
