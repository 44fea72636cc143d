import { serve } from '#lib/middleware/serve';
import { calendar } from '#lib/runtime/calendar/serve';
import { aclDelete } from './delete.ts';
import { aclGet } from './get.ts';
import { aclInsert } from './insert.ts';
import { aclList } from './list.ts';
import { aclPatch } from './patch.ts';
import { aclUpdate } from './update.ts';
import { aclWatch } from './watch.ts';

export const operations = [aclDelete, aclGet, aclInsert, aclList, aclPatch, aclUpdate, aclWatch];

export const handler = serve(operations, calendar);
