import { serve } from '#lib/middleware/serve';
import { ads } from '#lib/runtime/ads/serve';
import { conversionGet } from './get.ts';
import { conversionGetByCustomerId } from './getByCustomerId.ts';
import { conversionInsert } from './insert.ts';
import { conversionUpdate } from './update.ts';
import { conversionUpdateAvailability } from './updateAvailability.ts';

export const operations = [
  conversionGet,
  conversionGetByCustomerId,
  conversionInsert,
  conversionUpdate,
  conversionUpdateAvailability,
];
export const handler = serve(operations, ads);
