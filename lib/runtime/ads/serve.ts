import { dailyQuota } from '#lib/ads/daily-quota';
import { badRequest } from '#lib/api/errors';
import { systemClock } from '#lib/runtime/process/clock';
import { config } from '#lib/runtime/process/config';
import { makeService } from '#lib/runtime/service';
import { openUpstream } from '#lib/runtime/upstream';
import { dynamoAdsStores } from '#lib/stores/dynamodb/ads/stores';
import { documents } from '#lib/stores/dynamodb/client/client';

/** Undefined where the data is here. */
export const adsUpstream = openUpstream('ads');

export const ads = makeService(config.adsTable, {
  name: 'doubleclicksearch',
  stores: dynamoAdsStores(documents, config.adsTable, systemClock, {
    rejectsOldClicks: config.adsOldClicks === 'reject',
  }),
  withoutCredentials: 'login',
  upstream: adsUpstream,
  daily: dailyQuota(config.adsPerDay),
  perSecond: config.adsPerSecond,
  invalidBody: (message) => badRequest('requestValidation', `The request was not valid. Details: [${message}]`),
});
