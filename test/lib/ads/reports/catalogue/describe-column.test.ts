import { describe, expect, test } from '@jest/globals';
import { describeReport } from '#lib/ads/reports/catalogue/describe-column';
import { METRIC_MEANINGS } from '#lib/ads/reports/catalogue/metric-meanings';
import type { ReportType } from '#lib/ads/reports/catalogue/report-type';
import { REPORT_TYPES } from '#lib/ads/reports/catalogue/report-types';

const typeOf = (name: string): ReportType => REPORT_TYPES.get(name) as ReportType;

describe('columns of reports', () => {
  test.each([...REPORT_TYPES.keys()])('every column of %s has a meaning and an example', (name) => {
    const described = describeReport(typeOf(name));

    expect(described.map(({ column }) => column)).toEqual([...typeOf(name).columns.keys()]);
    expect(described.filter(({ meaning, example }) => meaning === '' || example === '')).toEqual([]);
  });

  test('every metric that is computed, but the shares, says how', () => {
    const computed = [...REPORT_TYPES.values()]
      .flatMap(({ columns }) => [...columns.values()])
      .filter(({ origin, type }) => origin.from === 'measures' && type !== 'String')
      .map(({ name }) => name);

    expect(computed.filter((name) => METRIC_MEANINGS[name] === undefined)).toEqual([]);
  });

  test('units: amounts, fractions, shares', () => {
    const columns = new Map(describeReport(typeOf('account')).map((column) => [column.column, column]));

    expect(columns.get('ctr')).toEqual({
      column: 'ctr',
      type: 'Number',
      behaviour: 'metric',
      unit: 'fraction (0.0123 is 1.23 %)',
      meaning: 'clicks over impressions',
      example: '0.0123',
    });
    expect(columns.get('cost')?.unit).toBe('units of the currency that statisticsCurrency names');
    expect(columns.get('searchImpressionShare')?.example).toBe('45.2%');
    expect(columns.get('weekEnd')?.meaning).toBe('last day of the week');
    expect(columns.get('accountTimeZone')?.meaning).toBe('time zone of the account');
  });
});
