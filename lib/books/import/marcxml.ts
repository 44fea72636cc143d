/** MARC 21 records in XML, as libraries exchange them. */
import type { Readable } from 'node:stream';
import type { Dimensions } from '#lib/books/model/volume';
import { readDate } from './dates.ts';
import { type CatalogueRecord, type ReadRecord, readRecord } from './record.ts';
import { childrenOf, textOf, type XmlElement, xmlRecords } from './xml.ts';

/** ISBD punctuation that ends a subfield says what follows, not what stands there. */
const trimmed = (text: string | undefined): string | undefined => text?.replace(/[\s/:;,=]+$/, '').trim() || undefined;
const withoutStop = (text: string | undefined): string | undefined => trimmed(text)?.replace(/(?<=\p{L}{3})\.$/u, '');

class MarcRecord {
  readonly #record: XmlElement;

  constructor(record: XmlElement) {
    this.#record = record;
  }

  get leader(): string {
    return textOf(childrenOf(this.#record, 'leader')[0]) ?? '';
  }

  control(tag: string): string {
    return childrenOf(this.#record, 'controlfield').find(({ attributes }) => attributes['tag'] === tag)?.text ?? '';
  }

  fields(...tags: readonly string[]): XmlElement[] {
    return tags.flatMap((tag) =>
      childrenOf(this.#record, 'datafield').filter(({ attributes }) => attributes['tag'] === tag),
    );
  }

  values(tag: string, code: string): string[] {
    return this.fields(tag).flatMap((field) => subfields(field, code));
  }

  value(tag: string, code: string): string | undefined {
    return this.values(tag, code)[0];
  }
}

const subfields = (field: XmlElement, code: string): string[] =>
  childrenOf(field, 'subfield')
    .filter(({ attributes }) => attributes['code'] === code)
    .flatMap((subfield) => textOf(subfield) ?? []);

/** Names that are not inverted: forenames alone, and families. */
const AS_THEY_STAND = ['0', '3'];

/** `Austen, Jane, 1775-1817.` is Jane Austen. */
function personName(field: XmlElement): string | undefined {
  const name = withoutStop(subfields(field, 'a')[0]);
  if (name === undefined || AS_THEY_STAND.includes(field.attributes['ind1'] ?? '')) return name;
  const [last = '', ...first] = name.split(/,\s*/).filter((part) => !/\d/.test(part));
  return [...first, last].join(' ').trim();
}

function authorsOf(record: MarcRecord): string[] {
  const people = record.fields('100', '700').flatMap((field) => personName(field) ?? []);
  const bodies = record.fields('110', '710').flatMap((field) => withoutStop(subfields(field, 'a')[0]) ?? []);
  return [...new Set([...people, ...bodies])];
}

function dimensionsOf(text: string | undefined): Dimensions | undefined {
  const [, height, width] = /(\d+(?:\.\d+)?)(?:\s*x\s*(\d+(?:\.\d+)?))?\s*cm/i.exec(text ?? '') ?? [];
  if (height === undefined) return undefined;
  const centimetres = (value: string): string => `${Number(value).toFixed(2)} cm`;
  return { height: centimetres(height), ...(width !== undefined && { width: centimetres(width) }) };
}

/** `xii, 312 p.` has 312; of several numbers without a unit none is sure to be pages. */
function pagesOf(extent: string | undefined): number | undefined {
  const [, counted] = /(\d+)\s*(?:p|s\b|Seiten|unnumbered|leaves|с\b)/iu.exec(extent ?? '') ?? [];
  const [, alone] = /^\D*(\d+)[^\p{L}\d]*$/u.exec(extent ?? '') ?? [];
  return Number(counted ?? alone ?? NaN) || undefined;
}

function seriesOf(record: MarcRecord): CatalogueRecord['series'] {
  const [field] = record.fields('830', '490');
  const title = field && withoutStop(subfields(field, 'a')[0]);
  return title === undefined ? undefined : { title, number: trimmed(field && subfields(field, 'v')[0]) };
}

/** The first number-like word: `9780306406157 (pbk.)`. */
const isbnOf = (text: string): string => /^[\d\-Xx ]+/.exec(text)?.[0] ?? text;

function recordOf(element: XmlElement): CatalogueRecord {
  const record = new MarcRecord(element);
  const published =
    record.fields('264').find(({ attributes }) => attributes['ind2'] === '1') ?? record.fields('260')[0];
  const fixed = record.control('008');
  const oclc = record.values('035', 'a').filter((value) => /^\(ocolc\)/i.test(value));
  const cover = record
    .fields('856')
    .find((field) => [...subfields(field, '3'), ...subfields(field, 'z')].some((note) => /cover/i.test(note)));
  return {
    source: 'marc',
    key: record.control('001').trim() || undefined,
    revision: record.control('005').trim() || undefined,
    isDeleted: record.leader.charAt(5) === 'd',
    title: withoutStop(record.value('245', 'a')),
    subtitle: withoutStop(record.value('245', 'b')),
    authors: authorsOf(record),
    publisher: published && withoutStop(subfields(published, 'b')[0]),
    date: readDate(published && subfields(published, 'c')[0]) ?? fixed.slice(7, 11),
    description: record.value('520', 'a'),
    numbers: {
      isbn: record.values('020', 'a').map(isbnOf),
      issn: record.values('022', 'a'),
      lccn: record.values('010', 'a'),
      oclc,
    },
    pageCount: pagesOf(record.value('300', 'a')),
    dimensions: dimensionsOf(record.value('300', 'c')),
    isMagazine: record.leader.charAt(7) === 's',
    categories: [...record.values('650', 'a'), ...record.values('655', 'a')].flatMap(
      (subject) => withoutStop(subject) ?? [],
    ),
    language: record.value('041', 'a')?.slice(0, 3) ?? fixed.slice(35, 38),
    isMature: record.values('521', 'a').some((note) => /adult|mature/i.test(note)),
    coverUrl: cover && subfields(cover, 'u')[0],
    series: seriesOf(record),
    isEbook: record.control('006').startsWith('m') || record.control('007').startsWith('cr'),
  };
}

/** Positions are record numbers. */
export async function* readMarcXml(input: Readable): AsyncGenerator<ReadRecord> {
  for await (const read of xmlRecords(input, 'record')) {
    yield 'problem' in read
      ? { position: read.position, refused: read.problem }
      : readRecord(recordOf(read.element), read.position);
  }
}
