import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { sampleData } from '#lib/ads/sample/sample-data';

const now = new Date('2026-03-14T10:00:00Z');
const { files, conversions } = sampleData(now);
const linesOf = (name: string): readonly string[] => files.find((file) => file.name === name)?.lines ?? [];
const rowsOf = (name: string): Record<string, string>[] => parse(linesOf(name).join('\n'), { columns: true });
/** Of files without quotes, which are long. */
const plainRowsOf = (name: string): Record<string, string>[] => {
  const [header = [], ...rows] = linesOf(name).map((line) => line.split(','));
  return rows.map((row) => Object.fromEntries(header.map((column, index) => [column, row[index] ?? ''])));
};
const ENTITIES = rowsOf('entities.csv');
const entities = (level: string) => ENTITIES.filter((row) => row['level'] === level);
const cells = (rows: readonly Record<string, string>[], ...names: readonly string[]): string[] =>
  rows.map((row) => names.map((name) => row[name]).join(' | '));

describe('the accounts of the sample', () => {
  test('an agency, two advertisers and three accounts, with their currencies and zones', () => {
    const columns = ['legacyId', 'parentLegacyId', 'newCustomerId', 'name', 'currencyCode', 'timeZone'];

    expect(cells(['AGENCY', 'ADVERTISER', 'ACCOUNT'].flatMap(entities), ...columns)).toEqual([
      '20100000000000932 |  |  | Sample agency | EUR | ',
      '21700000000011523 | 20100000000000932 | 1231230001 | Sample shoes | EUR | Europe/Berlin',
      '21700000000011524 | 20100000000000932 | 1231230002 | Sample garden | USD | America/New_York',
      '700000000042205 | 21700000000011523 | 1231231234 | Shoes on Google | EUR | Europe/Berlin',
      '700000000042206 | 21700000000011523 | 1231231235 | Shoes on Bing | EUR | Europe/Berlin',
      '700000000042301 | 21700000000011524 | 1231239001 | Garden on Google | USD | America/New_York',
    ]);
    expect(cells(entities('ACCOUNT'), 'engineType')).toEqual(['Google AdWords', 'Bing Ads', 'Google AdWords']);
  });

  test('campaigns with budgets', () => {
    const names = 'Boots Sneakers Sandals Brand Sale Boots Sneakers Brand Tools Seeds Furniture Pots'.split(' ');
    const accountOf = (index: number): string => `7000000000${index < 5 ? '42205' : index < 8 ? '42206' : '42301'}`;

    expect(cells(entities('CAMPAIGN'), 'legacyId', 'parentLegacyId', 'newId', 'name', 'attributes')).toEqual(
      names.map((name, index) =>
        [
          `717000000871924${String(10 + index)}`,
          accountOf(index),
          9_001 + index,
          name,
          `{"dailyBudget":${String(50 + 10 * index)}}`,
        ].join(' | '),
      ),
    );
  });

  test('two ad groups in each campaign, with bids and an ad', () => {
    const campaigns = entities('CAMPAIGN');
    const groups = entities('AD_GROUP');

    expect(groups).toHaveLength(24);
    groups.forEach((row, index) => {
      const campaign = campaigns[index % 12];
      expect(row).toEqual({
        ...row,
        legacyId: `587000072135290${String(10 + index)}`,
        parentLegacyId: campaign?.['legacyId'],
        newId: String(8_001 + index),
        name: `${campaign?.['name'] ?? ''} ${String(index)}`,
        attributes: `{"adGroupSearchMaxCpc":${String([1, 1.5, 2, 2.5, 3][index % 5])}}`,
      });
      const headline = `${campaign?.['name'] ?? ''} for you`;
      expect(entities('AD')[index]).toEqual({
        ...row,
        level: 'AD',
        legacyId: `447000012345670${String(10 + index)}`,
        parentLegacyId: row['legacyId'],
        newId: String(6_001 + index),
        name: headline,
        attributes: JSON.stringify({ adHeadline: headline, adLandingPage: 'https://shop.example.com/' }),
      });
    });
  });

  test('five keywords in each ad group, some paused and some removed', () => {
    const keywords = entities('KEYWORD');
    const withStatus = (status: string) => keywords.flatMap((row, index) => (row['status'] === status ? [index] : []));

    expect(cells(keywords.slice(0, 5), 'legacyId', 'parentLegacyId', 'newId', 'name')).toEqual([
      '43700001095692100 | 58700007213529010 | 5001 | leather boots',
      '43700001095692101 | 58700007213529010 | 5002 | red boots',
      '43700001095692102 | 58700007213529010 | 5003 | winter boots',
      '43700001095692103 | 58700007213529010 | 5004 | running boots',
      '43700001095692104 | 58700007213529010 | 5005 | kids boots',
    ]);
    const second = ['cheap boots', 'best boots', 'waterproof boots', 'wide boots', 'vegan boots'];
    const garden = ['organic tools', 'steel tools', 'small tools', 'balcony tools', 'large tools'];
    const last = ['cheap pots', 'best pots', 'wooden pots', 'outdoor pots', 'spring pots'];
    expect(cells(keywords.slice(60, 65), 'name')).toEqual(second);
    expect(cells(keywords.slice(85, 90), 'name')).toEqual(second);
    expect(cells(keywords.slice(25, 30), 'name')).toEqual(cells(keywords.slice(0, 5), 'name'));
    expect(cells(keywords.slice(40, 45), 'name')).toEqual(garden);
    expect(cells(keywords.slice(-5), 'name')).toEqual(last);
    expect([withStatus('Paused'), withStatus('Removed'), withStatus('Active').length]).toEqual([
      [24, 74],
      [49, 99],
      116,
    ]);
    keywords.forEach((row, index) => {
      expect(row['attributes']).toBe(
        JSON.stringify({ keywordText: row['name'], keywordMatchType: (index % 5) % 2 === 0 ? 'Exact' : 'Phrase' }),
      );
    });
  });

  test('all but some keywords are active, and nothing else is said of them', () => {
    const others = ENTITIES.filter((row) => row['level'] !== 'KEYWORD');

    expect(new Set(cells(others, 'status'))).toEqual(new Set(['Active']));
    for (const row of ['AD_GROUP', 'AD', 'KEYWORD', 'CAMPAIGN'].flatMap(entities))
      expect(cells([row], 'newCustomerId', 'engineType', 'currencyCode', 'timeZone')).toEqual([' |  |  | ']);
    for (const row of ['AGENCY', 'ADVERTISER', 'ACCOUNT'].flatMap(entities))
      expect(cells([row], 'newId', 'attributes')).toEqual([' | ']);
  });
});

describe('what the sample is set up with', () => {
  test('activities', () => {
    expect(linesOf('floodlight.csv').slice(1)).toEqual([
      '21700000000011523,256000000000001,Sales,sales,TRANSACTION,25700000001464140,Purchase,buy,1,Active',
      '21700000000011523,256000000000002,Leads,leads,ACTION,25700000001464150,Signup,signup,0.5,Active',
      '21700000000011524,256000000000011,Sales,sales,TRANSACTION,25700000001464141,Purchase,buy,1,Active',
      '21700000000011524,256000000000012,Leads,leads,ACTION,25700000001464151,Signup,signup,0.5,Active',
    ]);
  });

  test('variables, saved columns, grants', () => {
    expect(cells(rowsOf('custom_variables.csv'), 'advertiserId', 'name', 'use')).toEqual([
      '21700000000011523 | sales | METRIC',
      '21700000000011523 | product_type | DIMENSION',
      '21700000000011524 | sales | METRIC',
      '21700000000011524 | product_type | DIMENSION',
    ]);
    expect(cells(rowsOf('saved_columns.csv'), 'advertiserId', 'name', 'type', 'definition')).toEqual([
      '21700000000011523 | Return on ad spend | Number | {"kind":"formula","formula":"dfaRevenue / cost"}',
      '21700000000011523 | Purchases | Integer | ' +
        '{"kind":"floodlight","metric":"transactions","activityIds":["25700000001464140"]}',
    ]);
    expect(cells(rowsOf('access.csv'), 'subject', 'agencyId', 'advertiserId', 'role')).toEqual([
      'alice@example.com | 20100000000000932 |  | WRITE',
    ]);
  });

  test('rates of every day', () => {
    const rates = rowsOf('fx_rates.csv');
    const euro = rates.filter((row) => row['currencyCode'] === 'EUR');

    expect(cells(rates.slice(0, 4), 'date', 'currencyCode', 'usdPerUnit')).toEqual([
      '2025-12-14 | EUR | 1.0800',
      '2025-12-14 | USD | 1',
      '2025-12-15 | EUR | 1.0817',
      '2025-12-15 | USD | 1',
    ]);
    expect([rates.length, euro.at(-1)?.['date']]).toEqual([180, '2026-03-13']);
    expect(Math.max(...cells(euro, 'usdPerUnit').map(Number))).toBe(1.1);
    expect(Math.min(...cells(euro, 'usdPerUnit').map(Number))).toBe(1.06);
  });
});

describe('the numbers of the sample are the same on every machine', () => {
  const facts = plainRowsOf('facts_daily.csv');
  const sum = (column: string, filter: Record<string, string> = {}): number =>
    facts
      .filter((row) => Object.entries(filter).every(([name, value]) => row[name] === value))
      .reduce((total, row) => total + Number(row[column]), 0);

  test('impressions, clicks and costs', () => {
    expect([facts.length, sum('impr'), sum('clicks'), sum('costMicros'), sum('visits')]).toEqual([
      32_400, 1_587_780, 94_603, 99_873_551_704, 94_603,
    ]);
    expect(sum('positionSum')).toBeCloseTo(3_177_187.4, 3);
    expect(['Desktop', 'Mobile', 'Tablet'].map((device) => sum('impr', { device }))).toEqual([
      666_709, 793_833, 127_238,
    ]);
    expect(['700000000042205', '700000000042301'].map((accountId) => sum('impr', { accountId }))).toEqual([
      593_650, 627_194,
    ]);
  });

  test('weekends are busier', () => {
    expect(['2025-12-14', '2025-12-15', '2026-03-07', '2026-03-09'].map((date) => sum('impr', { date }))).toEqual([
      21_941, 16_384, 21_085, 15_053,
    ]);
  });

  test('clicks', () => {
    const visits = plainRowsOf('visits.csv');

    expect(visits).toHaveLength(622);
    expect(visits.map(({ clickId }) => clickId)).toEqual(
      visits.map((_, index) => `CKq-sample-click-${String(index).padStart(4, '0')}`),
    );
    expect(visits.map(({ timestampMs }) => timestampMs)).toEqual(
      visits.map(({ timestampMs }) => timestampMs).toSorted(),
    );
    expect(visits.find(({ timestampMs }) => timestampMs === '1769347572021')).toEqual({
      clickId: 'CKq-sample-click-0294',
      timestampMs: '1769347572021',
      agencyId: '20100000000000932',
      advertiserId: '21700000000011523',
      accountId: '700000000042205',
      campaignId: '71700000087192410',
      adGroupId: '58700007213529010',
      keywordId: '43700001095692100',
      adId: '44700001234567010',
      device: 'Desktop',
    });
    const first = Math.min(...visits.map((row) => Number(row['timestampMs'])));
    expect(first).toBeGreaterThanOrEqual(Date.parse('2025-12-16'));
    expect(first).toBeLessThan(Date.parse('2025-12-18'));
  });

  test('conversions', () => {
    expect(conversions[0]).toEqual({
      clickId: 'CKq-sample-click-0294',
      conversionId: 'sample-0-42-Desktop',
      timestampMs: 1_769_349_200_485,
      activity: 'Purchase',
      revenueMicros: 135_990_000,
      currencyCode: 'EUR',
    });
    const purchases = conversions.filter(({ activity }) => activity === 'Purchase');
    expect([conversions.length, purchases.length]).toEqual([335, 245]);
    expect(purchases.reduce((total, { revenueMicros }) => total + revenueMicros, 0)).toBe(21_250_550_000);
    expect(conversions.filter(({ activity }) => activity === 'Signup').every((one) => one.revenueMicros === 0)).toBe(
      true,
    );
    expect(new Set(conversions.map(({ currencyCode }) => currencyCode))).toEqual(new Set(['EUR', 'USD']));
  });
});
