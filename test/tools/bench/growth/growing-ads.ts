/** Operations of advertising whose cost could grow with conversions or facts. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Conversion } from '#lib/ads/model/conversion';
import type { Report } from '#test/tools/measure/bench';
import { request } from '#test/tools/measure/measure';
import { openBenchStack } from '#test/tools/measure/stack';
import { batchOf, KEYWORD, putAdvertiser, START, TOP } from '../deployed/advertiser.ts';
import { TIMES, type Growing } from './growing.ts';

const EMAIL = 'growth-ads@example.com';
/** More than a query for a small page reads. */
const CONVERSIONS = 200;
const FACTS = 100;
const PATH = '/doubleclicksearch/v2';

const stored = (row: number): Conversion => ({
  advertiserId: TOP.advertiserId,
  conversionId: `growth-${String(row)}`,
  timestampMs: Date.UTC(2025, 5, 1) + row,
  dsConversionId: String(9_000_000 + row),
  modifiedMs: START,
  type: 'ACTION',
  state: 'ACTIVE',
  legacy: KEYWORD,
  details: { segmentationType: 'FLOODLIGHT', segmentationId: '8', segmentationName: 'Signup' },
});

const ENTITIES = [
  'level,legacyId,parentLegacyId,name,status',
  'AGENCY,1,,Agency,Active',
  'ADVERTISER,2,1,Advertiser,Active',
  'ACCOUNT,3,2,Account,Active',
  'CAMPAIGN,4,3,Campaign,Active',
].join('\n');

/** All on one day: as many rows as facts are summed into one. */
const factsOf = (count: number): string =>
  [
    'date,accountId,campaignId,keywordId,device,impr,clicks,costMicros',
    ...Array.from({ length: count }, (_, index) => `2025-06-01,3,4,${String(100 + index)},Desktop,10,1,420000`),
  ].join('\n');

export async function growingAds(report: Report): Promise<readonly Growing[]> {
  const { token } = await openBenchStack();
  const [conversions, reports, { ads }, { importFile }, { importDependencies }, kinds] = await Promise.all([
    import('#functions/ads/conversion/index'),
    import('#functions/ads/reports/index'),
    import('#lib/runtime/ads/serve'),
    import('#lib/stores/duckdb/importer'),
    import('#lib/runtime/ads/import'),
    import('#lib/ads/import/kinds'),
  ]);
  const as = await token(EMAIL);
  const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-growth-'));
  const load = async (name: string, text: string, kind: Parameters<typeof importFile>[1]): Promise<void> => {
    await writeFile(join(folder, name), text);
    await importFile(join(folder, name), kind, importDependencies);
  };
  await putAdvertiser(ads.stores, EMAIL);
  const addConversions = async (from: number, to: number): Promise<void> => {
    report.progress(`storing ${String(to)} conversions`);
    for (let row = from; row < to; row += 500)
      await ads.stores.conversions.addAll(
        Array.from({ length: Math.min(500, to - row) }, (_, index) => stored(row + index)),
      );
  };
  await addConversions(0, CONVERSIONS);
  await load('entities.csv', ENTITIES, kinds.entities);
  await load('facts.csv', factsOf(FACTS), kinds.factsDaily);

  const window = 'startDate=20250601&endDate=20250602&startRow=0';
  const page = () => request('GET', `${PATH}/agency/1/advertiser/2/engine/3/conversion?${window}&rowCount=20`, as);
  const insert = (round: number) => request('POST', `${PATH}/conversion`, as, batchOf(10, `growth-${String(round)}`));
  const generate = () =>
    request('POST', `${PATH}/reports/generate`, as, {
      reportType: 'account',
      reportScope: { agencyId: '1', advertiserId: '2' },
      columns: ['accountId', 'impr', 'clicks'].map((columnName) => ({ columnName })),
      timeRange: { startDate: '2025-06-01', endDate: '2025-06-01' },
      statisticsCurrency: 'usd',
      startRow: 0,
      rowCount: 100,
    });
  return [
    {
      name: 'conversions: conversion.get, first page of 20',
      handler: conversions.handler,
      small: page,
      large: page,
      grow: () => addConversions(CONVERSIONS, CONVERSIONS * TIMES),
    },
    {
      name: 'conversions: conversion.insert of 10',
      handler: conversions.handler,
      small: insert,
      large: (round) => insert(10_000 + round),
    },
    {
      name: 'facts: reports.generate of a day',
      handler: reports.handler,
      small: generate,
      large: generate,
      grow: () => load('more-facts.csv', factsOf(FACTS * TIMES), kinds.factsDaily),
      reason: 'a report sums the facts of its days',
    },
  ];
}
