import { serve } from '#lib/middleware/serve';
import { calendar } from '#lib/runtime/calendar/serve';
import { calendarsClear } from './clear.ts';
import { calendarsDelete } from './delete.ts';
import { calendarsGet } from './get.ts';
import { calendarsInsert } from './insert.ts';
import { calendarsPatch } from './patch.ts';
import { calendarsTransferOwnership } from './transferOwnership.ts';
import { calendarsUpdate } from './update.ts';

export const operations = [
  calendarsClear,
  calendarsDelete,
  calendarsGet,
  calendarsInsert,
  calendarsPatch,
  calendarsTransferOwnership,
  calendarsUpdate,
];

export const handler = serve(operations, calendar);
