import { badRequest } from '#lib/api/errors';
import type { AdsStores } from '#lib/ads/stores';
import type { Service } from '#lib/middleware/serve';
import { config } from './config.ts';

export const ads: Service<AdsStores> = {
  name: 'doubleclicksearch',
  stores: {},
  table: config.adsTable,
  invalidBody: (message) => badRequest('requestValidation', `The request was not valid. Details: [${message}]`),
};
