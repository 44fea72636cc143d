/**
 * A child process that imports generated files of growing size, stores nothing, and reports the peak memory of each.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ImportContext, importFiles } from '#lib/books/import/importer';
import { volumeId } from '#lib/books/model/ids';
import type { CatalogueStore, IndexDraft } from '#lib/books/stores/all';
import { dynamoBooksStores } from '#lib/stores/dynamodb/books/stores';
import { documents } from '#lib/stores/dynamodb/client/client';
import { referencesIn } from '#lib/stores/search-index/references';
import { type FileFormat, generatedFile, SHAPES } from './generated-files.ts';

const MB = 1024 * 1024;

const discardingStore: CatalogueStore = {
  save: (drafts) =>
    Promise.resolve(drafts.map(({ sourceKey }) => ({ id: volumeId(sourceKey), outcome: 'added', volume: undefined }))),
  rate: () => Promise.resolve(undefined),
  async *batches() {
    yield* [];
  },
};
const discardingIndex: IndexDraft = {
  apply: () => undefined,
  progressOf: () => 0,
  finish: () => undefined,
  leave: () => undefined,
  publish: () => Promise.resolve(true),
};

/** Peak memory of the process while it imports a file of this size, in MB. */
async function peakOf(format: FileFormat, bytes: number, folder: string): Promise<number> {
  const context: ImportContext = {
    stores: { ...dynamoBooksStores(documents, 'none'), defaultCountry: 'US' },
    catalogue: discardingStore,
    now: () => new Date().toISOString(),
    openDraft: () => Promise.resolve(discardingIndex),
    openReferences: () => referencesIn(join(folder, 'references.sqlite')),
  };
  let peak = 0;
  const file = { name: format, fingerprint: format, open: () => generatedFile(SHAPES[format], bytes) };
  const { refused, added } = await importFiles([file], context, {
    onProgress: () => {
      peak = Math.max(peak, process.memoryUsage.rss() / MB);
    },
  });
  if (refused > 0 || added === 0)
    throw new Error(`${format}: ${String(refused)} records refused, ${String(added)} added.`);
  return peak;
}

const [format = '', ...sizes] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-memory-'));
try {
  const peaks: number[] = [];
  for (const megabytes of sizes) peaks.push(await peakOf(format as FileFormat, Number(megabytes) * MB, folder));
  process.stdout.write(JSON.stringify(peaks));
} finally {
  rmSync(folder, { recursive: true });
}
