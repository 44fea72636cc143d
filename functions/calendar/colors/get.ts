import { CALENDAR_COLORS, EVENT_COLORS, FOREGROUND, PALETTE_UPDATED } from '#lib/calendar/model/colors';
import { defineOperation } from '#lib/calendar/operation';
import { ColorsResource } from '#lib/calendar/resources/colors';
import { READ_COLORS } from '#lib/calendar/scopes';

const described = (palette: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(palette).map(([id, background]) => [id, { background, foreground: FOREGROUND }]));

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

  run: () =>
    Promise.resolve({
      kind: 'calendar#colors',
      updated: PALETTE_UPDATED,
      calendar: described(CALENDAR_COLORS),
      event: described(EVENT_COLORS),
    }),
});
