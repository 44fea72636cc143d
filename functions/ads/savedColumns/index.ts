import { serve } from '#lib/middleware/serve';
import { ads } from '#lib/runtime/ads/serve';
import { savedColumnsList } from './list.ts';

export const operations = [savedColumnsList];
export const handler = serve(operations, ads);
