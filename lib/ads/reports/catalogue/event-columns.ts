/** Columns of reports whose rows are events: conversions and visits. */
import { type Column, field } from './column.ts';

export const CONVERSION_COLUMNS: readonly Column[] = [
  field('status', 'Status', 'row', 'status'),
  field('floodlightGroupConversionType', 'String', 'activity', 'conversionType'),
  field('conversionId', 'ID', 'row', 'dsConversionId'),
  field('advertiserConversionId', 'String', 'row', 'conversionId'),
  field('conversionType', 'String', 'row', 'type'),
  field('conversionRevenue', 'Money', 'row', 'revenue'),
  field('conversionQuantity', 'Number', 'row', 'quantity'),
  field('conversionDate', 'Date', 'row', 'day'),
  field('conversionTimestamp', 'Timestamp', 'row', 'occurredAt'),
  field('conversionLastModifiedTimestamp', 'Timestamp', 'row', 'modifiedAt'),
  field('conversionAttributionType', 'String', 'row', 'attributionType'),
  field('conversionVisitTimestamp', 'Timestamp', 'row', 'visitAt'),
  field('conversionVisitExternalClickId', 'String', 'row', 'clickId'),
  field('conversionVisitId', 'String', 'row', 'clickId'),
  field('floodlightOriginalRevenue', 'Number', 'row', 'originalRevenue'),
  field('floodlightOrderId', 'String', 'row', 'orderId'),
  { name: 'conversionSearchTerm', type: 'String', behaviour: 'attribute', origin: { from: 'searchTerm' } },
  field('floodlightEventRequestString', 'String', 'row', 'eventRequestString'),
  field('floodlightReferrer', 'String', 'row', 'referrer'),
];

export const VISIT_COLUMNS: readonly Column[] = [
  field('status', 'Status', 'row', 'status'),
  field('visitId', 'String', 'row', 'clickId'),
  field('visitDate', 'Date', 'row', 'day'),
  field('visitTimestamp', 'Timestamp', 'row', 'occurredAt'),
  field('visitSearchQuery', 'String', 'row', 'searchQuery'),
  field('visitNetworkType', 'String', 'row', 'network'),
  field('visitReferrer', 'String', 'row', 'referrer'),
  field('visitExternalClickId', 'String', 'row', 'clickId'),
];
