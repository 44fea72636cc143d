/** Dumps of Open Library: five columns separated by tabs, the last one JSON; or the JSON alone. */
import type { Readable } from 'node:stream';
import type { ReferenceStore } from '#lib/books/stores/all';
import { numberedLines, parseObject } from './lines.ts';
import { type CatalogueRecord, type ReadRecord, readRecord } from './record.ts';

type Json = Readonly<Record<string, unknown>>;

const COVER = 'https://covers.openlibrary.org/b/id/';

const string = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
const object = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
const objects = (value: unknown): Json[] =>
  Array.isArray(value) ? value.map(object).filter((item) => item !== undefined) : [];
/** Texts come plain or as `{ type, value }`. */
const text = (value: unknown): string | undefined => string(value) ?? string(object(value)?.['value']);
const keysOf = (value: unknown): string[] =>
  objects(value).flatMap((item) => string(item['key']) ?? string(object(item['author'])?.['key']) ?? []);

interface Entry {
  readonly type: string;
  readonly key: string;
  readonly revision: string | undefined;
  readonly content: Json;
}

/** The entry of a line, or why it has none. */
function entryOf(line: string): Entry | string {
  const columns = line.split('\t');
  const content = parseObject((columns.length >= 5 ? columns.slice(4).join('\t') : line).trim());
  if (typeof content === 'string') return content;
  const type = string(object(content['type'])?.['key']) ?? columns[0] ?? '';
  const key = string(content['key']) ?? columns[1] ?? '';
  const revision = content['revision'] ?? columns[2] ?? text(content['last_modified']);
  return {
    type,
    key,
    revision: typeof revision === 'number' || typeof revision === 'string' ? String(revision) : undefined,
    content,
  };
}

/** Said outright, or by the type that a dump gives to what was taken out. */
const isDeleted = ({ type, content }: Entry): boolean => content['deleted'] === true || type === '/type/delete';

interface Work {
  readonly description?: string | undefined;
  readonly subjects: readonly string[];
  readonly authors: readonly string[];
}

/** First pass: the names and works that editions refer to. */
export async function collectReferences(input: Readable, references: ReferenceStore): Promise<void> {
  for await (const line of numberedLines(input)) {
    if (!/\/type\/(author|work)"?/.test(line.text)) continue;
    const entry = entryOf(line.text);
    if (typeof entry === 'string') continue;
    const { type, key, content } = entry;
    if (type === '/type/author') references.put(key, string(content['name']) ?? string(content['personal_name']) ?? '');
    if (type === '/type/work') {
      const work: Work = {
        description: text(content['description']),
        subjects: strings(content['subjects']),
        authors: keysOf(content['authors']),
      };
      references.put(key, JSON.stringify(work));
    }
  }
}

const namesOf = (keys: readonly string[], references: ReferenceStore): string[] =>
  keys.flatMap((key) => references.get(key) || []);

function authorsOf(content: Json, work: Work | undefined, references: ReferenceStore): string[] {
  const named = namesOf(keysOf(content['authors']), references);
  if (named.length > 0) return named;
  const ofWork = namesOf(work?.authors ?? [], references);
  return ofWork.length > 0
    ? ofWork
    : [
        string(content['by_statement'])
          ?.replace(/^by\s+/i, '')
          .replace(/\.$/, '') ?? '',
      ];
}

function recordOf(entry: Entry, references: ReferenceStore): CatalogueRecord {
  const { key, revision, content } = entry;
  const [workKey] = keysOf(content['works']);
  const stored = workKey === undefined ? undefined : references.get(workKey);
  const work = stored === undefined ? undefined : (JSON.parse(stored) as Work);
  const subjects = strings(content['subjects']);
  const [cover] = Array.isArray(content['covers']) ? (content['covers'] as unknown[]) : [];
  const [series] = strings(content['series']);
  const ocaid = string(content['ocaid']);
  return {
    source: 'openlibrary',
    key,
    revision,
    isDeleted: isDeleted(entry),
    title: [string(content['title_prefix']), string(content['title'])].filter((part) => part !== undefined).join(' '),
    subtitle: string(content['subtitle']),
    authors: authorsOf(content, work, references),
    publisher: strings(content['publishers'])[0],
    date: string(content['publish_date']),
    description: text(content['description']) ?? work?.description,
    numbers: {
      isbn: [...strings(content['isbn_13']), ...strings(content['isbn_10'])],
      lccn: strings(content['lccn']),
      oclc: strings(content['oclc_numbers']),
      other: ocaid === undefined ? [] : [`OCAID:${ocaid}`],
    },
    pageCount: typeof content['number_of_pages'] === 'number' ? content['number_of_pages'] : undefined,
    dimensions: dimensionsOf(string(content['physical_dimensions'])),
    isMagazine: /serial|magazine|periodical/i.test(string(content['physical_format']) ?? ''),
    categories: subjects.length > 0 ? subjects : work?.subjects,
    language: keysOf(content['languages'])[0],
    coverUrl: typeof cover === 'number' && cover > 0 ? `${COVER}${String(cover)}-{size}.jpg` : undefined,
    series: series === undefined ? undefined : { title: series },
    workKey,
  };
}

/** `8 x 5.2 x 1 inches`: height, width, thickness, the last two not always told. */
function dimensionsOf(printed: string | undefined): CatalogueRecord['dimensions'] {
  const [, height, width, thickness, unit = ''] =
    /(\d[\d.]*)(?:\s*x\s*(\d[\d.]*))?(?:\s*x\s*(\d[\d.]*))?\s*(inches|centimeters|cm)/i.exec(printed ?? '') ?? [];
  const centimetres = (length: string | undefined): string | undefined =>
    length === undefined ? undefined : `${(Number.parseFloat(length) * (/^in/i.test(unit) ? 2.54 : 1)).toFixed(2)} cm`;
  return height === undefined
    ? undefined
    : { height: centimetres(height), width: centimetres(width), thickness: centimetres(thickness) };
}

/** Second pass: the editions. Positions are line numbers; lines about other things are passed over. */
export async function* readOpenLibrary(input: Readable, references: ReferenceStore): AsyncGenerator<ReadRecord> {
  for await (const { position, text: line } of numberedLines(input)) {
    const entry = entryOf(line);
    if (typeof entry === 'string') yield { position, refused: entry };
    else if (isDeleted(entry) || entry.type === '/type/edition')
      yield readRecord(recordOf(entry, references), position);
  }
}
