/** Writes volumes into an index file; one transaction for each batch, so that a crash leaves whole batches. */
import { stem } from '#lib/books/search/stem';
import type { Saved } from '#lib/books/stores/all';
import { type IndexedVolume, indexedVolume, openForWriting } from './volume-index-file.ts';

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
  'authors',
];
const marks = (count: number): string => Array.from({ length: count }, () => '?').join(', ');
const KNOWN_WORDS_LIMIT = 500_000;

export function writeIndex(path: string): IndexWriter {
  const database = openForWriting(path);
  const rowOf = database.prepare('SELECT row FROM volumes WHERE id = ?');
  const nextRow = database.prepare('SELECT coalesce(max(row), 0) + 1 AS next FROM volumes');
  const putRow = database.prepare(
    `INSERT OR REPLACE INTO volumes (row, ${COLUMN_NAMES.join(', ')}) VALUES (${marks(COLUMN_NAMES.length + 1)})`,
  );
  const putText = database.prepare(
    `INSERT OR REPLACE INTO text (rowid, title, subtitle, authors, series, publisher, categories, description, identifiers) VALUES (${marks(9)})`,
  );
  const dropRow = database.prepare('DELETE FROM volumes WHERE row = ?');
  const dropText = database.prepare('DELETE FROM text WHERE rowid = ?');
  const putWord = database.prepare('INSERT OR IGNORE INTO words (word, stem, length) VALUES (?, ?, ?)');
  const putProgress = database.prepare('INSERT OR REPLACE INTO progress (file, records) VALUES (?, ?)');
  const knownWords = new Set<string>();
  let freeRow = Number(nextRow.get()?.['next'] ?? 1);

  const rememberWords = (words: readonly string[]): void => {
    if (knownWords.size > KNOWN_WORDS_LIMIT) knownWords.clear();
    for (const word of words) {
      if (knownWords.has(word)) continue;
      knownWords.add(word);
      putWord.run(word, stem(word), word.length);
    }
  };

  const put = ({ texts, words, row }: IndexedVolume): void => {
    const known = rowOf.get(row['id'] ?? '')?.['row'];
    const at = known === undefined ? freeRow++ : Number(known);
    putRow.run(at, ...COLUMN_NAMES.map((name) => row[name] ?? null));
    putText.run(at, ...texts);
    rememberWords(words);
  };

  const drop = (id: string): void => {
    const known = rowOf.get(id)?.['row'];
    if (known === undefined) return;
    dropText.run(Number(known));
    dropRow.run(Number(known));
  };

  return {
    apply(saved, progress) {
      database.exec('BEGIN');
      for (const { id, volume } of saved) {
        if (volume === undefined) drop(id);
        else put(indexedVolume(volume));
      }
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
      database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE;');
      const check = database.prepare('PRAGMA quick_check').get()?.['quick_check'];
      database.close();
      if (check !== 'ok') throw new Error(`The index file is damaged: ${String(check)}`);
    },
    abandon() {
      database.close();
    },
  };
}
