/** The search index as a SQLite file: its tables, and one volume as a row of them. */
import { DatabaseSync } from 'node:sqlite';
import { identifierKeys } from '#lib/books/model/identifiers';
import { dayNumber, facetsOf, type Volume } from '#lib/books/model/volume';
import { COLUMNS, identifierTerm } from '#lib/books/search/expression';
import { fieldText, joinedTitleKey } from '#lib/books/search/words';
import { plainText } from '#lib/books/volumes/representation';

/** A function refuses a file of another format and keeps the one it has. */
export const INDEX_FORMAT = 3;

const SCHEMA = `
  CREATE VIRTUAL TABLE text USING fts5(${COLUMNS.join(', ')}, content = '', contentless_delete = 1, tokenize = 'ascii');
  CREATE TABLE volumes (
    row INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    facets INTEGER NOT NULL,
    country_facets TEXT,
    language TEXT,
    published INTEGER NOT NULL,
    newness INTEGER NOT NULL,
    on_sale INTEGER NOT NULL,
    quality REAL NOT NULL,
    work_key TEXT NOT NULL,
    title_key TEXT NOT NULL,
    title TEXT NOT NULL,
    names TEXT NOT NULL
  );
  CREATE INDEX volumes_by_title ON volumes (title_key);
  CREATE INDEX volumes_on_sale ON volumes (on_sale) WHERE on_sale > 0;
  CREATE TABLE words (
    word TEXT PRIMARY KEY,
    stem TEXT NOT NULL,
    length INTEGER NOT NULL,
    reversed TEXT NOT NULL,
    sound TEXT
  ) WITHOUT ROWID;
  CREATE INDEX words_by_stem ON words (stem);
  CREATE INDEX words_by_ending ON words (reversed, length);
  CREATE INDEX words_by_sound ON words (sound) WHERE sound IS NOT NULL;
  CREATE TABLE counts (match TEXT PRIMARY KEY, volumes INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE progress (file TEXT PRIMARY KEY, records INTEGER NOT NULL) WITHOUT ROWID;
  PRAGMA user_version = ${String(INDEX_FORMAT)};
`;

/** Rows are numbered by their class first, the best class being 0; numbers within a class are in order of arrival. */
const CLASSES = 256;
const ARRIVALS = 2 ** 26;

/**
 * The row of a volume: matches come from the index in order of their rows, so that the first of them are those that
 * most people want, and a search for a common word may stop there.
 */
export function rowOf(quality: number, arrival: number): number {
  if (arrival >= ARRIVALS) throw new Error(`A search index holds at most ${String(ARRIVALS)} rows; build it anew.`);
  return Math.round((1 - quality) * (CLASSES - 1)) * ARRIVALS + arrival;
}

export const arrivalOf = (row: number): number => row % ARRIVALS;
export const MAX_ARRIVAL_SQL = `SELECT max(row % ${String(ARRIVALS)}) AS arrival FROM volumes`;

/** Creates the file when it does not exist. */
export function openForWriting(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  database.exec(
    'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;',
  );
  if (formatOf(database) === 0) database.exec(SCHEMA);
  return database;
}

export function openForReading(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly: true });
  database.exec('PRAGMA mmap_size = 1073741824; PRAGMA cache_size = -32768;');
  return database;
}

export const formatOf = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);

/** Many ratings and a complete record count for much, a recent date for a little. */
function qualityOf({ ratingsCount = 0, coverUrl, description, publishedDate }: Volume): number {
  const popularity = Math.min(1, Math.log10(1 + ratingsCount) / 5);
  const year = Number(publishedDate?.slice(0, 4) ?? 0);
  const recency = Math.max(0, Math.min(1, (year - 1800) / 250));
  const completeness = [coverUrl, description, publishedDate].filter((field) => field !== undefined).length / 3;
  return 0.5 * popularity + 0.4 * completeness + 0.1 * recency;
}

function countryFacets(volume: Volume): string | null {
  const countries = Object.entries(volume.rightsByCountry ?? {});
  return countries.length === 0
    ? null
    : JSON.stringify(Object.fromEntries(countries.map(([country, rights]) => [country, facetsOf(volume, rights)])));
}

export interface IndexedVolume {
  /** One text for each of `COLUMNS`. */
  readonly texts: readonly string[];
  readonly words: readonly string[];
  /** 0 to 1: what is known of the volume before anybody asks. */
  readonly quality: number;
  readonly row: Readonly<Record<string, string | number | null>>;
}

export function indexedVolume(volume: Volume): IndexedVolume {
  const fields = {
    title: fieldText([volume.title]),
    subtitle: fieldText([volume.subtitle ?? '', volume.part ?? '']),
    authors: fieldText(volume.authors, { areNames: true }),
    series: fieldText([`${volume.series?.title ?? ''} ${volume.series?.number ?? ''}`]),
    publisher: fieldText([volume.publisher ?? '']),
    categories: fieldText([...volume.categories, ...(volume.subjects ?? [])]),
    description: fieldText([plainText(volume.description ?? '')]),
    alternates: fieldText(volume.alternates ?? []),
  };
  const identifiers = identifierKeys(volume.identifiers).map(identifierTerm).join(' ');
  const title = fields.title.first;
  const quality = qualityOf(volume);
  return {
    texts: COLUMNS.map((column) => (column === 'identifiers' ? identifiers : fields[column].text)),
    quality,
    words: Object.values(fields).flatMap(({ words }) => words),
    row: {
      id: volume.id,
      facets: facetsOf(volume, volume.rights),
      country_facets: countryFacets(volume),
      language: volume.language?.toLowerCase() ?? null,
      published: dayNumber(volume.publishedDate),
      // The date, and within it the quality: one number to sort by.
      newness: dayNumber(volume.publishedDate) * 1000 + Math.round(quality * 999),
      on_sale: dayNumber(volume.onSaleDate),
      quality,
      work_key: volume.workKey,
      title_key: joinedTitleKey(title),
      title: title.join(' '),
      names: [fields.title, fields.authors, fields.subtitle, fields.series, fields.alternates]
        .flatMap(({ words }) => words)
        .slice(title.length)
        .join(' '),
    },
  };
}
