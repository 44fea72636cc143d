/**
 * The ads table: grants, entities, clicks (visits), conversions, and reports with their leases. `keys.ts` has every
 * key; then one file for each store. What reports are computed from is not here but in Parquet files
 * (`lib/stores/duckdb`).
 */
import type { AdsSettings, AdsStores } from '#lib/ads/stores/all';
import type { Clock } from '#lib/api/context';
import type { DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { dynamoAdvertisers } from './advertisers.ts';
import { dynamoAvailability } from './availability.ts';
import { dynamoBookmarks } from './bookmarks.ts';
import { dynamoConversions } from './conversions.ts';
import { dynamoEntities } from './entities.ts';
import { dynamoGrants } from './grants.ts';
import { dynamoVisits } from './visits.ts';

export const dynamoAdsStores = (
  db: DocumentClient,
  table: string,
  clock: Clock,
  settings: AdsSettings = { rejectsOldClicks: true },
): AdsStores => ({
  settings,
  grants: dynamoGrants(db, table),
  entities: dynamoEntities(db, table),
  visits: dynamoVisits(db, table),
  advertisers: dynamoAdvertisers(db, table),
  conversions: dynamoConversions(db, table),
  bookmarks: dynamoBookmarks(db, table, clock),
  availability: dynamoAvailability(db, table),
});
