/** Brings a world of reports into storage by the importer that operators use. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KINDS, type Kind } from '#lib/ads/import/kinds';
import { importTogether, type ImportDependencies } from '#lib/stores/duckdb/importer';
import type { ReportWorld } from './report-world.ts';

export async function importWorld(world: ReportWorld, dependencies: ImportDependencies): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-world-'));
  const rowsOf: Readonly<Record<string, readonly object[]>> = {
    entities: world.entities,
    floodlight: world.activities,
    custom_variables: world.variables,
    saved_columns: world.savedColumns,
    fx_rates: world.rates,
    facts_daily: world.facts,
    shares_daily: world.shares,
    visits: world.visits,
    products: world.products,
  };
  try {
    const paths = new Map<Kind, string>();
    for (const [name, rows] of Object.entries(rowsOf)) {
      const kind = KINDS.find((candidate) => candidate.name === name);
      if (kind === undefined) throw new Error(`There is no kind ${name}.`);
      const path = join(folder, `${name}.ndjson`);
      await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      paths.set(kind, path);
    }
    for (const { kind, badLines, problems } of await importTogether(paths, dependencies))
      if (badLines > 0) throw new Error(`${kind}: ${JSON.stringify(problems[0])}`);
  } finally {
    await rm(folder, { recursive: true });
  }
  await dependencies.stores.conversions.addAll(world.conversions);
}
