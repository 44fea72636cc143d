/** Writes volumes into an index file; one transaction for each batch, so that a crash leaves whole batches. */
import { renameSync } from 'node:fs';
import type { Volume } from '#lib/books/model/volume';
import { COLUMNS } from '#lib/books/search/expression';
import { soundOf } from '#lib/books/search/sound';
import { stem } from '#lib/books/search/stem';
import type { Saved } from '#lib/books/stores/all';
import { compactCopy } from './compact-file.ts';
import { countFrequent } from './frequent-matches.ts';
import { reverse } from './index-words.ts';
import { type IndexedVolume, indexedVolume } from './indexed-volume.ts';
import { arrivalOf, MAX_ARRIVAL_SQL, openForWriting, rowOf } from './volume-index-file.ts';

export interface IndexWriter {
  /** Applies a batch and notes how far its file has come. */
  apply(saved: readonly Saved[], progress?: { readonly file: string; readonly records: number }): void;
  /** Records of a file that are already in, 0 for a file that was never begun or was finished. */
  progressOf(file: string): number;
  finish(file: string): void;
  count(): number;
  /** Merges segments after many additions, and leaves one file that stands alone. Throws when the file is damaged. */
  close(options?: { readonly optimize: boolean }): void;
  abandon(): void;
}

const COLUMN_NAMES = [
  'id',
  'facets',
  'country_facets',
  'language',
  'published',
  'newness',
  'on_sale',
  'quality',
  'work_key',
  'title_key',
  'title',
  'names',
];
const marks = (count: number): string => Array.from({ length: count }, () => '?').join(', ');
const KNOWN_WORDS_LIMIT = 500_000;

export function writeIndex(path: string): IndexWriter {
  const database = openForWriting(path);
  const rowById = database.prepare('SELECT row FROM volumes WHERE id = ?');
  const putRow = database.prepare(
    `INSERT OR REPLACE INTO volumes (row, ${COLUMN_NAMES.join(', ')}) VALUES (${marks(COLUMN_NAMES.length + 1)})`,
  );
  const putText = database.prepare(
    `INSERT OR REPLACE INTO text (rowid, ${COLUMNS.join(', ')}) VALUES (${marks(COLUMNS.length + 1)})`,
  );
  const dropRow = database.prepare('DELETE FROM volumes WHERE row = ?');
  const dropText = database.prepare('DELETE FROM text WHERE rowid = ?');
  const putWord = database.prepare(
    'INSERT OR IGNORE INTO words (word, stem, length, reversed, sound) VALUES (?, ?, ?, ?, ?)',
  );
  const putProgress = database.prepare('INSERT OR REPLACE INTO progress (file, records) VALUES (?, ?)');
  const knownWords = new Set<string>();
  let arrivals = Number(database.prepare(MAX_ARRIVAL_SQL).get()?.['arrival'] ?? 0);

  const rememberWords = (words: readonly string[]): void => {
    if (knownWords.size > KNOWN_WORDS_LIMIT) knownWords.clear();
    for (const word of words) {
      if (knownWords.has(word)) continue;
      knownWords.add(word);
      putWord.run(word, stem(word), word.length, reverse(word), soundOf(word) ?? null);
    }
  };

  const knownRow = (id: string): number | undefined => {
    const row = rowById.get(id)?.['row'];
    return row === undefined ? undefined : Number(row);
  };
  const drop = (row: number): void => {
    dropText.run(row);
    dropRow.run(row);
  };
  /** Texts come last: a row that may replace another makes FTS5 write out, as a segment, the texts that it holds. */
  const put = (volumes: readonly (readonly [number, IndexedVolume])[]): void => {
    for (const [at, { row }] of volumes) putRow.run(at, ...COLUMN_NAMES.map((name) => row[name] ?? null));
    for (const [, { words }] of volumes) rememberWords(words);
    for (const [at, { texts }] of volumes) putText.run(at, ...texts);
  };

  /** The row that a volume has to have, which is another one when its quality has changed. */
  function placed(volume: Volume): readonly [number, IndexedVolume] {
    const indexed = indexedVolume(volume);
    const known = knownRow(volume.id);
    const row = rowOf(indexed.quality, known === undefined ? ++arrivals : arrivalOf(known));
    if (known !== undefined && known !== row) drop(known);
    return [row, indexed];
  }

  function applyAll(saved: readonly Saved[]): void {
    // The last word about a volume counts.
    const byId = new Map(saved.map(({ id, volume }) => [id, volume]));
    for (const [id, volume] of byId) {
      const row = volume === undefined ? knownRow(id) : undefined;
      if (row !== undefined) drop(row);
    }
    // SQLite writes out what it has in memory whenever a row is smaller than the one before.
    const rows = [...byId.values()].flatMap((volume) => (volume === undefined ? [] : [placed(volume)]));
    put(rows.toSorted(([a], [b]) => a - b));
  }

  return {
    apply(saved, progress) {
      database.exec('BEGIN');
      applyAll(saved);
      if (progress !== undefined) putProgress.run(progress.file, progress.records);
      database.exec('COMMIT');
    },
    progressOf: (file) =>
      Number(database.prepare('SELECT records FROM progress WHERE file = ?').get(file)?.['records'] ?? 0),
    finish(file) {
      database.prepare('DELETE FROM progress WHERE file = ?').run(file);
    },
    count: () => Number(database.prepare('SELECT count(*) AS n FROM volumes').get()?.['n'] ?? 0),
    close({ optimize } = { optimize: false }) {
      if (optimize) database.exec("INSERT INTO text (text) VALUES ('optimize')");
      countFrequent(database);
      database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE;');
      const check = database.prepare('PRAGMA quick_check').get()?.['quick_check'];
      const compact = check === 'ok' ? compactCopy(database, path, { hasGrown: optimize }) : undefined;
      database.close();
      if (check !== 'ok') throw new Error(`The index file is damaged: ${String(check)}`);
      if (compact !== undefined) renameSync(compact, path);
    },
    abandon() {
      database.close();
    },
  };
}
