import { serve } from '#lib/middleware/serve';
import { calendar } from '#lib/runtime/calendar/serve';
import { colorsGet } from './get.ts';

export const operations = [colorsGet];

export const handler = serve(operations, calendar);
