import { serve } from '#lib/middleware/serve';
import { calendar } from '#lib/runtime/calendar/serve';
import { eventsDelete } from './delete.ts';
import { eventsGet } from './get.ts';
import { eventsImport } from './import.ts';
import { eventsInsert } from './insert.ts';
import { eventsInstances } from './instances.ts';
import { eventsList } from './list.ts';
import { eventsMove } from './move.ts';
import { eventsPatch } from './patch.ts';
import { eventsQuickAdd } from './quickAdd.ts';
import { eventsUpdate } from './update.ts';
import { eventsWatch } from './watch.ts';

export const operations = [
  eventsDelete,
  eventsGet,
  eventsImport,
  eventsInsert,
  eventsInstances,
  eventsList,
  eventsMove,
  eventsPatch,
  eventsQuickAdd,
  eventsUpdate,
  eventsWatch,
];

export const handler = serve(operations, calendar);
