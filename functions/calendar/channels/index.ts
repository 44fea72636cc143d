import { serve } from '#lib/middleware/serve';
import { calendar } from '#lib/runtime/calendar/serve';
import { channelsStop } from './stop.ts';

export const operations = [channelsStop];

export const handler = serve(operations, calendar);
