import { badRequest } from '#lib/api/errors';
import type { AdsStores } from '#lib/ads/stores';
import { config } from './config.ts';
import { makeService } from './service.ts';

export const ads = makeService<AdsStores>(config.adsTable, {
  name: 'doubleclicksearch',
  stores: {},
  withoutCredentials: 'login',
  invalidBody: (message) => badRequest('requestValidation', `The request was not valid. Details: [${message}]`),
});
