import { serve } from '#lib/middleware/serve';
import { calendar } from '#lib/runtime/calendar/serve';
import { calendarListDelete } from './delete.ts';
import { calendarListGet } from './get.ts';
import { calendarListInsert } from './insert.ts';
import { calendarListList } from './list.ts';
import { calendarListPatch } from './patch.ts';
import { calendarListUpdate } from './update.ts';
import { calendarListWatch } from './watch.ts';

export const operations = [
  calendarListDelete,
  calendarListGet,
  calendarListInsert,
  calendarListList,
  calendarListPatch,
  calendarListUpdate,
  calendarListWatch,
];

export const handler = serve(operations, calendar);
