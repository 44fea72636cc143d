/**
 * What the columns of imported files mean, each with an example that goes together with those of the other columns. By
 * `kind.column` where a name means something else in one kind, else by the name.
 */
import { BUDGET_SHARES, SHARES } from '#lib/ads/model/impression-shares';
import { PRODUCT_TEXTS } from '#lib/ads/model/product-fields';

export interface ColumnMeaning {
  readonly meaning: string;
  /** As it is written in a file; empty where an example would only mislead. */
  readonly example: string;
}

const told = (meaning: string, example = ''): ColumnMeaning => ({ meaning, example });

/** `productCustomLabel0` -> product custom label 0 */
const words = (name: string): string => name.replaceAll(/[A-Z]|\d+/g, (part) => ` ${part.toLowerCase()}`);

const IDS: Readonly<Record<string, ColumnMeaning>> = {
  agencyId: told('the agency', '20700000000000125'),
  advertiserId: told('the advertiser', '21700000000011523'),
  accountId: told('the engine account', '700000000042205'),
  engineAccountId: told('the engine account', '700000000042205'),
  campaignId: told('the campaign', '71700000087192405'),
  adGroupId: told('the ad group', '58700007213529045'),
  keywordId: told('the keyword', '43700001095692142'),
  criterionId: told('the keyword, product group or target', '43700001095692142'),
  adId: told('the ad; 0 or empty where it is not known', '44700001095692199'),
  productGroupId: told('the product group', ''),
  inventoryAccountId: told('whose inventory the product is in', '118150000000001'),
  clickId: told('the click id of the landing URL; letter case matters', 'CJkKEQjw'),
};

const MOMENTS: Readonly<Record<string, ColumnMeaning>> = {
  date: told('the day, in the zone of the account', '2026-03-14'),
  timestampMs: told('the moment of the click', '1773480413000'),
  conversionTimestamp: told('the moment of the conversion, from 2013 on', '1773480913000'),
  created: told('when it was made; else the moment of its first import', '2026-01-01T08:00:00Z'),
  lastModified: told('when it was changed last; else the moment of the import that changed it', '2026-03-01T12:30:00Z'),
  updatedAt: told('when the engine changed these numbers last; else the moment of the import', '2026-03-15T04:00:00Z'),
};

const ENTITIES: Readonly<Record<string, ColumnMeaning>> = {
  level: told('what it is', 'CAMPAIGN'),
  legacyId: told('its id, the same that other files and conversions name it by', '71700000087192405'),
  parentLegacyId: told('the id of what it is part of; an agency has none', '700000000042205'),
  newCustomerId: told('customer id in the new experience, of an advertiser or account', ''),
  newId: told('its id in the new experience', '9001'),
  'entities.name': told('the name that reports show', 'Summer shoes'),
  status: told('whether it is in use', 'Active'),
  engineId: told("the engine's own id of it", '1234567'),
  engineStatus: told('the status that the engine reports', 'Eligible'),
  engineType: told('the engine of an account, as Google AdWords or Bing Ads', ''),
  currencyCode: told('the currency of amounts, of an agency, advertiser, account or product', 'EUR'),
  timeZone: told("an advertiser's network zone, or an account's engine zone", ''),
  attributes: told('further report columns of this entity and their values', '{"dailyBudget": 25}'),
};

const FACTS: Readonly<Record<string, ColumnMeaning>> = {
  device: told('the device', 'Mobile'),
  network: told('the network, in the words of the engine', 'search'),
  impr: told('impressions', '1000'),
  clicks: told('clicks', '40'),
  costMicros: told('cost', '12500000'),
  positionSum: told('average position times impressions', '1500'),
  visits: told('visits that the engine counted', '38'),
  engineConversions: told('conversions that the engine counted', '3'),
  engineConversionValueMicros: told('their value', '90000000'),
  viewThroughConversions: told('conversions after an impression without a click', '1'),
  qualityScore: told('quality score, 1 to 10', '7'),
  topOfPageBidMicros: told('the bid that would reach the top of the page', '800000'),
};

const VISITS: Readonly<Record<string, ColumnMeaning>> = {
  searchQuery: told('what was searched for', 'red shoes'),
  'visits.network': told('the network that the click came from', 'search'),
  referrer: told('the page that it came from', 'https://example.com/'),
  productId: told('the product that was advertised (SKU)', 'boot-42'),
  productCountry: told('country of the product (ISO 3166)', 'DE'),
  productLanguage: told('language of the product (ISO 639)', 'de'),
  productStoreId: told('the store of a local product', ''),
  productChannel: told('local or online', 'online'),
};

const SETUP: Readonly<Record<string, ColumnMeaning>> = {
  groupId: told('the Floodlight group', '26700000001464001'),
  groupName: told('its name', 'Sales'),
  groupTag: told('its tag', 'sales'),
  conversionType: told('whether conversions bring money', 'TRANSACTION'),
  activityId: told('the Floodlight activity', '25700000001464142'),
  activityName: told('its name, by which uploads may name it', 'Purchase'),
  activityTag: told('its tag', 'purchase'),
  weight: told('what an action counts in dfaWeightedActions; 1 where it is empty', '1'),
  offlinePrimary: told('whether uploads are its main source', 'false'),
  'custom_variables.name': told('the name that uploads and reports use', 'sales'),
  use: told('whether its values are summed, or split rows', 'METRIC'),
  'saved_columns.name': told('the name of the column', 'Cost per sale'),
  'saved_columns.type': told('what its values are', 'Money'),
  definition: told('how it is computed', '{"kind": "formula", "formula": "cost / dfaTransactions"}'),
  'fx_rates.date': told('the day from which the rate holds', '2026-03-14'),
  'fx_rates.currencyCode': told('the currency', 'EUR'),
  usdPerUnit: told('what one unit of it is worth', '1.08'),
  subject: told('an address, or a domain for everybody there', 'ann@example.com'),
  role: told('READ, or WRITE for changes, too', 'READ'),
};

const CONVERSIONS: Readonly<Record<string, ColumnMeaning>> = {
  segmentationId: told('the Floodlight activity', '25700000001464142'),
  segmentationName: told('its name', 'Purchase'),
  conversionId: told('the id that it is answered under; else its order, else the next one', 'order-1'),
  dsConversionId: told("the service's own id of it", ''),
  type: told('whether it brings money; else what the activity says', 'TRANSACTION'),
  state: told('REMOVED ones count nothing', 'ACTIVE'),
  revenueMicros: told('what it brought, in currencyCode', '25000000'),
  'tag_conversions.currencyCode': told('the currency of the revenue', 'EUR'),
  quantityMillis: told('how many; one where it is empty', '1000'),
  countMillis: told('kept and answered, without effect', ''),
  attributionModel: told('kept and answered, without effect', ''),
  floodlightOrderId: told('the order', 'order-1'),
  customMetric: told('values of custom metrics', '[{"name": "sales", "value": 2}]'),
  customDimension: told('values of custom dimensions', '[{"name": "product_type", "value": "boots"}]'),
  deviceType: told('the device', 'MOBILE'),
  channel: told('where the product is sold', 'online'),
  storeId: told('the store, of channel local', ''),
  adUserDataConsent: told("the user's consent", 'GRANTED'),
  origin: told('a tag recorded it', 'TAG'),
  crossEnv: told('whether it happened on another device than the click', 'false'),
  lineItems: told('what was bought, line by line', '[{"productId": "boot-42", "quantityMillis": 1000}]'),
  searchTerm: told('what was searched for, as the tag tells it', 'red shoes'),
  eventRequestString: told('the request of the tag', ''),
};

const PRODUCTS: Readonly<Record<string, ColumnMeaning>> = {
  productPrice: told('price', '79.9'),
  productSalePrice: told('price while it is on sale', '59.9'),
  productCostOfGoodsSold: told('what one costs the advertiser', '31'),
  ...Object.fromEntries(
    PRODUCT_TEXTS.filter((name) => VISITS[name] === undefined).map((name) => [
      name,
      told(`${words(name)} of the feed`),
    ]),
  ),
  'products.productTitle': told('product title of the feed', 'Winter boot'),
};

const SHARE_COLUMNS: Readonly<Record<string, ColumnMeaning>> = Object.fromEntries(
  [...SHARES, ...BUDGET_SHARES].map((name) => [name, told(`${words(name)}, as text`, '45.2%')]),
);

const ALL: Readonly<Record<string, ColumnMeaning>> = {
  ...IDS,
  ...MOMENTS,
  ...ENTITIES,
  ...FACTS,
  ...VISITS,
  ...SETUP,
  ...CONVERSIONS,
  ...PRODUCTS,
  ...SHARE_COLUMNS,
};

/** Undefined for a column that nobody has described. */
export const meaningOf = (kind: string, column: string): ColumnMeaning | undefined =>
  ALL[`${kind}.${column}`] ?? ALL[column];
