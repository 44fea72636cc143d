/** Rows of a seed for the advertising service, brought in by the importer that operators use. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KINDS, type Kind } from '#lib/ads/import/kinds';
import type { Findings, Path } from '#lib/local/sample/seed-file/form/problem';
import type { Seed } from '#lib/local/sample/seed-file/form/schema';
import { readSeedInstant, readSeedTime, TIME_FORMS } from '#lib/local/sample/seed-file/form/seed-time';
import { withTemporaryFolder } from '#lib/runtime/process/temporary-folder';

export interface RowsPlan {
  readonly kind: Kind;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const MOMENTS = new Set(['timestampMs', 'conversionTimestamp']);

/** Days and moments may be counted from now, in UTC. */
function planRow(kind: Kind, row: object, path: Path, nowMs: number, found: Findings): RowsPlan['rows'][number] {
  const base = { nowMs, timeZone: 'UTC' };
  return Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => {
      const type = kind.columns.find((column) => column.name === name)?.type;
      const isMoment = MOMENTS.has(name) && !/^\d+$/.test(String(value));
      if (type !== 'date' && !isMoment) return [name, value];
      const read = isMoment ? readSeedInstant(String(value), base) : readSeedTime(String(value), base)?.date;
      if (read === undefined) found.add([...path, name], `'${String(value)}' is no time: ${TIME_FORMS}.`);
      return [name, read];
    }),
  );
}

export const planAdvertising = ({ advertising = {} }: Seed, nowMs: number, found: Findings): RowsPlan[] =>
  KINDS.flatMap((kind) => {
    const rows = advertising[kind.name];
    return rows === undefined
      ? []
      : [{ kind, rows: rows.map((row, at) => planRow(kind, row, ['advertising', kind.name, at], nowMs, found)) }];
  });

/** Writes each kind's rows to a file of its own. */
const withFiles = (
  plans: readonly RowsPlan[],
  use: (paths: ReadonlyMap<Kind, string>) => Promise<void>,
): Promise<void> =>
  withTemporaryFolder('seed', async (folder) => {
    const paths = new Map<Kind, string>();
    for (const { kind, rows } of plans) {
      const path = join(folder, `${kind.name}.ndjson`);
      await writeFile(path, `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
      paths.set(kind, path);
    }
    await use(paths);
  });

/** What the importer would refuse. Load it only where there are rows: it brings DuckDB. */
export async function checkAdvertising(plans: readonly RowsPlan[], found: Findings): Promise<void> {
  if (plans.length === 0) return;
  const [{ openDuck }, { stage }] = await Promise.all([
    import('#lib/stores/duckdb/session'),
    import('#lib/stores/duckdb/stage'),
  ]);
  await withFiles(plans, async (paths) => {
    for (const [kind, path] of paths) {
      const duck = await openDuck();
      try {
        const { problems } = await stage(duck, kind, path);
        for (const { line, problem } of problems) found.add(['advertising', kind.name, line - 1], problem);
      } finally {
        await duck.close();
      }
    }
  });
}

export async function applyAdvertising(plans: readonly RowsPlan[]): Promise<void> {
  if (plans.length === 0) return;
  const [{ importDependencies }, { importTogether }] = await Promise.all([
    import('#lib/runtime/ads/import'),
    import('#lib/stores/duckdb/importer'),
  ]);
  await withFiles(plans, async (paths) => {
    await importTogether(paths, importDependencies);
  });
}
