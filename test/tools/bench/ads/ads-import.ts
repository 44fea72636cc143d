import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench, Report } from '#test/tools/measure/bench';
import { openBenchStack } from '#test/tools/measure/stack';

const ROWS = 5_000_000;
const MAX_TIMES_BARE = 2;
const ROUNDS = 3;

/** Three months of about 18,500 keywords in five accounts, on three devices. */
const FACTS = `
  SELECT DATE '2026-01-01' + (i // 55556)::INTEGER AS date, 700000000042200 + i % 5 AS accountId, 71700000087192400 + i % 250 AS campaignId,
    58700007213529000 + i % 2500 AS adGroupId, 43700001095692000 + (i % 55556) // 3 AS keywordId, ['Desktop', 'Mobile', 'Tablet'][1 + (i % 55556) % 3] AS device,
    100 + i % 977 AS impr, i % 97 AS clicks, (i % 97) * 420000 AS costMicros
  FROM range(${String(ROWS)}) t(i)`;

const ENTITIES = [
  'level,legacyId,parentLegacyId,name,status',
  'AGENCY,1,,Agency,Active',
  'ADVERTISER,2,1,Advertiser,Active',
  ...[0, 1, 2, 3, 4].map((index) => `ACCOUNT,${String(700_000_000_042_200 + index)},2,Account,Active`),
].join('\n');

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

async function run(report: Report): Promise<void> {
  await openBenchStack();
  const [{ importFile }, { importDependencies }, { entities, factsDaily }, { openDuck }] = await Promise.all([
    import('#lib/stores/duckdb/importer'),
    import('#lib/runtime/ads/import'),
    import('#lib/ads/import/kinds'),
    import('#lib/stores/duckdb/session'),
  ]);
  const duck = await openDuck();
  try {
    const path = join(duck.folder, 'facts_daily.csv');
    const tree = join(duck.folder, 'entities.csv');
    report.progress('writing 5 million facts');
    await duck.run(`COPY (${FACTS}) TO '${path}' (HEADER)`);
    await writeFile(tree, ENTITIES);
    await importFile(tree, entities, importDependencies);
    report.row('ads import: file', statSync(path).size / 1e6, 'MB');

    const best = { bare: Infinity, ours: Infinity };
    for (let round = 0; round < ROUNDS; round += 1) {
      report.progress(`round ${String(round + 1)} of ${String(ROUNDS)}`);
      best.bare = Math.min(
        best.bare,
        await secondsOf(() =>
          duck.run(
            `COPY (FROM read_csv('${path}')) TO '${join(duck.folder, 'bare.parquet')}' (FORMAT parquet, COMPRESSION zstd)`,
          ),
        ),
      );
      for (const key of await importDependencies.files.list('warehouse/facts_daily/'))
        await importDependencies.files.remove(key);
      best.ours = Math.min(best.ours, await secondsOf(() => importFile(path, factsDaily, importDependencies)));
    }
    report.row('ads import: bare COPY of 5 million facts', best.bare, 's');
    report.row('ads import: the importer, uploads included', best.ours, 's');
    report.row('ads import: importer to bare COPY', best.ours / best.bare, 'times', MAX_TIMES_BARE);
  } finally {
    await duck.close();
  }
}

export const adsImport: Bench = { name: 'ads-import', usesStack: true, run };
