import { serve } from '#lib/middleware/serve';
import { calendar } from '#lib/runtime/calendar/serve';
import { freebusyQuery } from './query.ts';

export const operations = [freebusyQuery];

export const handler = serve(operations, calendar);
