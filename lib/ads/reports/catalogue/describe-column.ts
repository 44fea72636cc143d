/** The columns of a report type for people: what they mean and hold, from the catalogue itself. */
import type { ValueType } from '#lib/ads/reports/sql/value-type';
import type { Column, Relation } from './column.ts';
import { METRIC_MEANINGS } from './metric-meanings.ts';
import type { ReportType } from './report-type.ts';

export interface DescribedReportColumn {
  readonly column: string;
  readonly type: ValueType;
  readonly behaviour: Column['behaviour'];
  readonly unit: string;
  readonly meaning: string;
  readonly example: string;
}

const UNITS: Readonly<Partial<Record<ValueType, string>>> = {
  Money: 'units of the currency that statisticsCurrency names',
  Date: 'YYYY-MM-DD',
  Timestamp: 'ISO 8601, UTC',
};

const EXAMPLES: Readonly<Record<ValueType, string>> = {
  ID: '71700000087192405',
  String: 'Summer shoes',
  'Engine type': 'Google AdWords',
  Status: 'Active',
  'Device segment': 'Mobile',
  Integer: '40',
  Number: '2.5',
  Money: '12.5',
  Date: '2026-03-14',
  Timestamp: '2026-03-01T12:30:00.000Z',
  Boolean: 'true',
  List: '["brand","summer"]',
};

const RELATIONS: Readonly<Record<Exclude<Relation, 'row'>, string>> = {
  agency: 'agency',
  advertiser: 'advertiser',
  account: 'account',
  campaign: 'campaign',
  adGroup: 'ad group',
  keyword: 'keyword',
  ad: 'ad',
  activity: 'Floodlight activity',
  visit: 'visit',
};

/** `groupName` -> group name */
const words = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const share = (name: string): string => `${words(name)}; of several that differ, the mean of those that are numbers`;

/** Fields whose names say little. */
const FIELDS: Readonly<Record<string, string>> = {
  legacyId: 'id',
  created: 'when it was made: moment',
  lastModified: 'when it was changed last: moment',
  occurredAt: 'moment',
  modifiedAt: 'moment of the last change',
  visitAt: 'moment of the click',
  dsConversionId: "the service's own id",
  conversionId: 'id in the upload',
  engineId: "the engine's own id",
};

function meaningOf({ name, origin }: Column, row: string): string {
  const whose = (of: Relation): string => (of === 'row' ? row : RELATIONS[of]);
  switch (origin.from) {
    case 'field':
      return `${FIELDS[origin.field] ?? words(origin.field)} of the ${whose(origin.of)}`;
    case 'setting':
      return `attribute ${origin.keys.join(' or ')} of the ${whose(origin.of)}, as imported`;
    case 'measures':
      return METRIC_MEANINGS[name] ?? share(name);
    case 'calendar':
      return origin.unit === 'day'
        ? 'the day'
        : `${origin.edge === 'start' ? 'first' : 'last'} day of the ${origin.unit}`;
    case 'part':
      return `${words(origin.field)} of what is counted`;
    case 'searchTerm':
      return 'what was searched for, by the tag or else by the visit';
    case 'unknownAd':
      return 'whether the ad is not known';
    case 'nowhere':
      return 'always empty: nothing that can be imported has it';
  }
}

const isShare = ({ type, behaviour }: Column): boolean => type === 'String' && behaviour === 'metric';
/** Written as fractions, though people read them as percentages. */
const isFraction = ({ name }: Column): boolean => /^ctr$|Ctr$|Margin$/.test(name);

function unitOf(column: Column): string {
  if (isFraction(column)) return 'fraction (0.0123 is 1.23 %)';
  return UNITS[column.type] ?? (isShare(column) ? 'text, as the engine writes it' : '');
}

export const describeReport = ({ name, columns }: ReportType): DescribedReportColumn[] =>
  [...columns.values()].map((column) => ({
    column: column.name,
    type: column.type,
    behaviour: column.behaviour,
    unit: unitOf(column),
    meaning: meaningOf(column, words(name)),
    example: isFraction(column) ? '0.0123' : isShare(column) ? '45.2%' : EXAMPLES[column.type],
  }));
