import { badRequest } from '#lib/api/errors';
import { dailyQuota } from '#lib/ads/daily-quota';
import { dynamoAdsStores } from '#lib/stores/dynamodb/ads/stores';
import { documents } from '#lib/stores/dynamodb/client';
import { systemClock } from './clock.ts';
import { config } from './config.ts';
import { makeService } from './service.ts';

export const ads = makeService(config.adsTable, {
  name: 'doubleclicksearch',
  stores: dynamoAdsStores(documents, config.adsTable, systemClock, { rejectsOldClicks: config.adsOldClicks === 'reject' }),
  withoutCredentials: 'login',
  daily: dailyQuota(config.adsPerDay),
  perSecond: config.adsPerSecond,
  invalidBody: (message) => badRequest('requestValidation', `The request was not valid. Details: [${message}]`),
});
