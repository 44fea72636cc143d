/**
 * Dumps of Open Library: five columns separated by tabs, the last one JSON; or the JSON alone, also as its API answers
 * (`openlibrary-api.ts`).
 */
import type { TextInput } from '#lib/books/import/file/encoding';
import { type JsonObject, parseObject } from '#lib/books/import/file/lines';
import { beginningOf } from '#lib/books/import/record/long-texts';
import { type CatalogueRecord, type ReadRecord, readRecord } from '#lib/books/import/record/record';
import type { ReferenceStore } from '#lib/books/stores/all';
import { asObject, asObjects, asString, asStrings, objectLines } from './json-lines.ts';
import { answerParts, namesIn } from './openlibrary-api.ts';

const COVER = 'https://covers.openlibrary.org/b/id/';

/** Texts come plain or as `{ type, value }`. */
const text = (value: unknown): string | undefined => asString(value) ?? asString(asObject(value)?.['value']);
const keysOf = (value: unknown): string[] =>
  asObjects(value).flatMap((item) => asString(item['key']) ?? asString(asObject(item['author'])?.['key']) ?? []);

interface Entry {
  readonly type: string;
  readonly key: string;
  readonly revision: string | undefined;
  readonly content: JsonObject;
}

/** The entry of a line, or why it has none. */
function entryOf(line: string): Entry | string {
  const columns = line.startsWith('/') ? line.split('\t') : [];
  const content = parseObject((columns.length >= 5 ? columns.slice(4).join('\t') : line).trim());
  return typeof content === 'string' ? content : entryWith(content, columns);
}

function entryWith(content: JsonObject, columns: readonly string[] = []): Entry {
  const type = asString(asObject(content['type'])?.['key']) ?? columns[0] ?? '';
  const key = asString(content['key']) ?? columns[1] ?? '';
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
export async function collectReferences(input: TextInput, references: ReferenceStore): Promise<void> {
  for await (const line of objectLines(input)) {
    if (!/\/type\/(author|work)"?/.test(line.text)) continue;
    const entry = entryOf(line.text);
    if (typeof entry === 'string') continue;
    const { type, key, content } = entry;
    if (type === '/type/author')
      references.put(key, asString(content['name']) ?? asString(content['personal_name']) ?? '');
    if (type === '/type/work') {
      const work: Work = {
        description: text(content['description']),
        subjects: asStrings(content['subjects']),
        authors: keysOf(content['authors']),
      };
      references.put(key, JSON.stringify(work));
    }
  }
}

const namesOf = (keys: readonly string[], references: ReferenceStore): string[] =>
  keys.flatMap((key) => references.get(key) || []);

function authorsOf(content: JsonObject, work: Work | undefined, references: ReferenceStore): string[] {
  const told = namesIn(content['authors']);
  const named = told.length > 0 ? told : namesOf(keysOf(content['authors']), references);
  if (named.length > 0) return named;
  const ofWork = namesOf(work?.authors ?? [], references);
  return ofWork.length > 0
    ? ofWork
    : [
        asString(content['by_statement'])
          ?.replace(/^by\s+/i, '')
          .replace(/\.$/, '') ?? '',
      ];
}

function recordOf(entry: Entry, references: ReferenceStore): CatalogueRecord {
  const { key, revision, content } = entry;
  const [workKey] = keysOf(content['works']);
  const stored = workKey === undefined ? undefined : references.get(workKey);
  const work = stored === undefined ? undefined : (JSON.parse(stored) as Work);
  const subjects = asStrings(content['subjects']);
  const [cover] = Array.isArray(content['covers']) ? (content['covers'] as unknown[]) : [];
  const [series] = asStrings(content['series']);
  const ocaid = asString(content['ocaid']);
  return {
    source: 'openlibrary',
    key,
    revision,
    isDeleted: isDeleted(entry),
    title: [asString(content['title_prefix']), asString(content['title'])]
      .filter((part) => part !== undefined)
      .join(' '),
    subtitle: asString(content['subtitle']),
    authors: authorsOf(content, work, references),
    publisher: asStrings(content['publishers'])[0],
    date: asString(content['publish_date']),
    description: text(content['description']) ?? work?.description,
    numbers: {
      isbn: [...asStrings(content['isbn_13']), ...asStrings(content['isbn_10'])],
      lccn: asStrings(content['lccn']),
      oclc: asStrings(content['oclc_numbers']),
      other: ocaid === undefined ? [] : [`OCAID:${ocaid}`],
    },
    pageCount: typeof content['number_of_pages'] === 'number' ? content['number_of_pages'] : undefined,
    dimensions: dimensionsOf(asString(content['physical_dimensions'])),
    isMagazine: /serial|magazine|periodical/i.test(asString(content['physical_format']) ?? ''),
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
    /(\d[\d.]*)(?:\s*x\s*(\d[\d.]*))?(?:\s*x\s*(\d[\d.]*))?\s*(inches|centimeters|cm)/i.exec(beginningOf(printed)) ??
    [];
  const centimetres = (length: string | undefined): string | undefined =>
    length === undefined ? undefined : `${(Number.parseFloat(length) * (/^in/i.test(unit) ? 2.54 : 1)).toFixed(2)} cm`;
  return height === undefined
    ? undefined
    : { height: centimetres(height), width: centimetres(width), thickness: centimetres(thickness) };
}

const isEdition = (entry: Entry): boolean => isDeleted(entry) || entry.type === '/type/edition';

/**
 * Second pass: the editions. Positions are line numbers, or places in the list of an answer; lines about other things
 * are passed over.
 */
export async function* readOpenLibrary(input: TextInput, references: ReferenceStore): AsyncGenerator<ReadRecord> {
  for await (const { position, text: line } of objectLines(input)) {
    const entry = entryOf(line);
    if (typeof entry === 'string') {
      yield { position, refused: entry };
      continue;
    }
    const parts = entry.type === '' ? answerParts(entry.content) : undefined;
    if (parts === undefined && isEdition(entry)) yield readRecord(recordOf(entry, references), position);
    for (const [place, part] of (parts ?? []).entries()) {
      if ('record' in part) yield readRecord(part.record, place + position);
      else {
        const inner = entryWith(part.edition);
        if (isEdition(inner)) yield readRecord(recordOf(inner, references), place + position);
      }
    }
  }
}
