import { serve } from '#lib/middleware/serve';
import { calendar } from '#lib/runtime/calendar/serve';
import { icalAddressesDelete } from './delete.ts';
import { icalAddressesDownload } from './download.ts';
import { icalAddressesGet } from './get.ts';
import { icalAddressesInsert } from './insert.ts';

export const operations = [icalAddressesDelete, icalAddressesDownload, icalAddressesGet, icalAddressesInsert];

/** Subscribers have neither token nor key, only the address. */
export const handler = serve(operations, { ...calendar, withoutCredentials: 'serve' });
