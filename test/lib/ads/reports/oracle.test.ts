import { describe, expect, test } from '@jest/globals';
import { useWarehouse } from '#test/support/ads/local-warehouse';
import { Oracle, type OracleQuestion, type OracleRow } from '#test/support/ads/report-oracle';
import { reportRows, type ReportRow } from '#test/support/ads/report-rows';
import { dayAt, numbersFrom, reportWorld } from '#test/support/ads/report-world';
import { casesToPlay } from '#test/tools/shared/random-cases';

const world = reportWorld();
const oracle = new Oracle(world);
const local = useWarehouse(world);

const TYPES = [
  ['advertiser', 'ADVERTISER', 'advertiserId'],
  ['account', 'ACCOUNT', 'accountId'],
  ['campaign', 'CAMPAIGN', 'campaignId'],
  ['adGroup', 'AD_GROUP', 'adGroupId'],
  ['keyword', 'KEYWORD', 'keywordId'],
  ['ad', 'AD', 'adId'],
] as const;
const ENGINE = [
  'impr',
  'clicks',
  'cost',
  'ctr',
  'avgCpc',
  'avgCpm',
  'avgPos',
  'adWordsConversions',
  'adWordsConversionValue',
];
const FLOODLIGHT = [
  'dfaActions',
  'dfaTransactions',
  'dfaWeightedActions',
  'dfaRevenue',
  'dfaActionsCrossEnv',
  'dfaTransactionsCrossEnv',
  'dfaWeightedActionsCrossEnv',
  'dfaRevenueCrossEnv',
];
const SEGMENTS = [
  'date',
  'weekStart',
  'weekEnd',
  'monthStart',
  'monthEnd',
  'quarterStart',
  'yearEnd',
  'deviceSegment',
  'floodlightActivity',
];

const same = (a: number | undefined, b: number | undefined): boolean =>
  a === undefined || b === undefined ? a === b : Math.abs(a - b) <= 2e-6 + 1e-9 * Math.abs(b);

/** A request, and the same question in the oracle's words. */
function draw(seed: number) {
  const random = numbersFrom(seed * 7_919 + 13);
  for (let turn = 0; turn < 5; turn += 1) random(2);
  const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T;
  const some = <T>(values: readonly T[], oneIn: number): T[] => values.filter(() => random(oneIn) === 0);
  const [reportType, level, idColumn] = pick(TYPES);
  const depth = random(Math.min(TYPES.findIndex(([name]) => name === reportType) + 1, 4));
  const account = world.entities.filter((entity) => entity.level === 'CAMPAIGN')[random(6)];
  const accountId = account?.parentLegacyId ?? '';
  const advertiserId = accountId === world.accountIds[2] ? world.advertiserIds[1] : world.advertiserIds[0];
  const ids = [
    ['advertiserId', advertiserId],
    ['engineAccountId', accountId],
    ['campaignId', account?.legacyId ?? ''],
  ] as const;
  const scope = Object.fromEntries([['agencyId', world.agencyId], ...ids.slice(0, depth)]) as Record<string, string>;
  const first = random(30);
  const last = first + random(39 - first);
  const usesDimension = depth > 0 && random(5) === 0;
  const segments = [...some(SEGMENTS, 5), ...(usesDimension ? ['product_type'] : [])];
  const chosen = [...some(ENGINE, 2), ...some(FLOODLIGHT, 2)];
  const metrics = chosen.length === 0 ? ['clicks'] : chosen;
  const usesSales = depth > 0 && random(4) === 0;
  const device = random(4) === 0 ? pick(['Mobile', 'Desktop', 'Other']) : undefined;
  const least = random(3) === 0 ? random(60) : undefined;
  const filtered = metrics[0] ?? 'clicks';
  const choices = ['usd', 'agency', 'advertiser', 'account'].slice(0, Math.min(depth, 2) + 2);
  const statisticsCurrency = pick(choices);
  const currency =
    {
      usd: 'USD',
      agency: 'GBP',
      advertiser: advertiserId === world.advertiserIds[0] ? 'EUR' : 'USD',
      account: ['EUR', 'GBP', 'USD'][world.accountIds.indexOf(accountId)],
    }[statisticsCurrency] ?? '';
  const includesRemoved = random(2) === 0;
  const request = {
    reportType,
    reportScope: scope,
    timeRange: { startDate: dayAt(first), endDate: dayAt(last) },
    columns: [
      { columnName: idColumn },
      ...segments.map((name) => (name === 'product_type' ? { customDimensionName: name } : { columnName: name })),
      ...metrics.map((columnName) => ({ columnName })),
      ...(usesSales ? [{ customMetricName: 'sales' }] : []),
    ],
    filters: [
      ...(device === undefined
        ? []
        : [{ column: { columnName: 'deviceSegment' }, operator: 'equals', values: [device] }]),
      ...(least === undefined ? [] : [{ column: { columnName: filtered }, operator: 'greaterThan', values: [least] }]),
    ],
    statisticsCurrency,
    includeRemovedEntities: includesRemoved,
  };
  const question: OracleQuestion = {
    level,
    scope,
    first: dayAt(first),
    last: dayAt(last),
    currency,
    segments,
    includesRemoved,
    device,
    usesFacts: metrics.some((name) => ENGINE.includes(name)),
    // Activities and dimensions are of conversions: they say where there is data, even when only engine metrics are
    // asked for.
    usesConversions:
      usesSales ||
      metrics.some((name) => FLOODLIGHT.includes(name)) ||
      segments.some((name) => name === 'floodlightActivity' || name === 'product_type'),
  };
  const keeps = ({ metrics: values }: OracleRow): boolean =>
    least === undefined || (values[filtered] !== undefined && values[filtered] > least);
  return { request, question, idColumn, metrics: [...metrics, ...(usesSales ? ['sales'] : [])], keeps };
}

const keyOf = (id: unknown, segments: readonly unknown[]): string =>
  JSON.stringify([id, ...segments.map((value) => value ?? null)]);

const TENS = casesToPlay(20);

describe(`${String(TENS * 10)} random reports are what plain TypeScript makes of the same facts`, () => {
  test.each(Array.from({ length: TENS }, (_, index) => index * 10))('ten from %i', async (first) => {
    for (let seed = first; seed < first + 10; seed += 1) {
      const { request, question, idColumn, metrics, keeps } = draw(seed);
      const rows = await reportRows(request, local);
      const expected = oracle.answer(question).filter(keeps);

      const found = new Map(
        rows.map((row: ReportRow) => [
          keyOf(
            row[idColumn],
            question.segments.map((name) => row[name]),
          ),
          row,
        ]),
      );
      expect({ seed, keys: [...found.keys()].sort() }).toEqual({
        seed,
        keys: expected.map(({ id, segments }) => keyOf(id, segments)).sort(),
      });
      expect(rows).toHaveLength(expected.length);
      const wrong = expected.flatMap(({ id, segments, metrics: values }) => {
        const row = found.get(keyOf(id, segments)) ?? {};
        return metrics
          .filter((name) => !same(row[name] as number | undefined, values[name]))
          .map((name) => ({ id, segments, name, found: row[name], expected: values[name] }));
      });
      expect({ seed, wrong }).toEqual({ seed, wrong: [] });
    }
  });
});
