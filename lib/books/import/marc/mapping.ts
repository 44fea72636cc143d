/** What a MARC 21 record says about a volume. */
import { readDate } from '#lib/books/import/record/dates';
import { beginningOf, withoutEnd } from '#lib/books/import/record/long-texts';
import type { CatalogueRecord } from '#lib/books/import/record/record';
import type { Dimensions } from '#lib/books/model/volume';
import {
  controlOf,
  fieldsOf,
  inOtherScript,
  type MarcField,
  type MarcRecord,
  subfieldsOf,
  valuesOf,
} from './marc-record.ts';

const ISBD = ' \t\r\n\u00a0/:;,=';
/** ISBD punctuation that ends a subfield says what follows, not what stands there. */
const trimmed = (text: string | undefined): string | undefined => withoutEnd(text ?? '', ISBD).trim() || undefined;
const withoutStop = (text: string | undefined): string | undefined => trimmed(text)?.replace(/(?<=\p{L}{3})\.$/u, '');
const first = (field: MarcField | undefined, ...codes: readonly string[]): string | undefined =>
  field && subfieldsOf(field, ...codes)[0];

const joined = (field: MarcField | undefined, ...codes: readonly string[]): string | undefined =>
  field === undefined
    ? undefined
    : subfieldsOf(field, ...codes)
        .flatMap((text) => withoutStop(text) ?? [])
        .join(', ') || undefined;

/** Number and name of the part: `Part 2, The two towers`. */
const partOf = (field: MarcField | undefined): string | undefined => joined(field, 'n', 'p');
/** `The lord of the rings. Part 2, The two towers` */
const wholeTitleOf = (field: MarcField): string | undefined =>
  [joined(field, 'a'), partOf(field)].filter((part) => part !== undefined).join('. ') || undefined;

/** Names that are not inverted: forenames alone, and families. */
const AS_THEY_STAND = ['0', '3'];

/** `Austen, Jane, 1775-1817.` is Jane Austen. */
function personName(field: MarcField): string | undefined {
  const name = withoutStop(first(field, 'a'));
  if (name === undefined || AS_THEY_STAND.includes(field.indicators.charAt(0))) return name;
  const [last = '', ...rest] = name.split(/,\s*/).filter((part) => !/\d/.test(part));
  return [...rest, last].join(' ').trim();
}

const PEOPLE = ['100', '700'];
const BODIES = ['110', '710'];

const authorsOf = (record: MarcRecord): string[] => [
  ...new Set([
    ...fieldsOf(record, ...PEOPLE).flatMap((field) => personName(field) ?? []),
    ...fieldsOf(record, ...BODIES).flatMap((field) => withoutStop(first(field, 'a')) ?? []),
  ]),
];

/** Uniform titles and varying forms of the title. */
const otherTitlesOf = (record: MarcRecord): string[] =>
  fieldsOf(record, '130', '240', '246', '740').flatMap((field) => wholeTitleOf(field) ?? []);

/** Topics, genres, persons, bodies, meetings, works and places; subdivisions follow as in `Harbours / England`. */
const SUBJECTS = ['650', '655', '600', '610', '611', '630', '651'];
const SUBDIVISIONS = ['x', 'y', 'z', 'v'];

const subjectsOf = (record: MarcRecord): string[] =>
  fieldsOf(record, ...SUBJECTS).flatMap((field) => {
    const heading = field.tag === '600' ? personName(field) : withoutStop(first(field, 'a'));
    const divisions = subfieldsOf(field, ...SUBDIVISIONS).flatMap((text) => withoutStop(text) ?? []);
    return heading === undefined ? [] : [heading, ...divisions].join(' / ');
  });

function dimensionsOf(text: string | undefined): Dimensions | undefined {
  const [, height, width] = /(\d+(?:\.\d+)?)(?:\s*x\s*(\d+(?:\.\d+)?))?\s*cm/i.exec(beginningOf(text)) ?? [];
  if (height === undefined) return undefined;
  const centimetres = (value: string): string => `${Number(value).toFixed(2)} cm`;
  return { height: centimetres(height), ...(width !== undefined && { width: centimetres(width) }) };
}

/** `xii, 312 p.` has 312; of several numbers without a unit none is sure to be pages. */
function pagesOf(extent: string | undefined): number | undefined {
  const [, counted] = /(\d+)\s*(?:p|s\b|Seiten|unnumbered|leaves|с\b)/iu.exec(beginningOf(extent)) ?? [];
  const [, alone] = /^\D*(\d+)[^\p{L}\d]*$/u.exec(beginningOf(extent)) ?? [];
  return Number(counted ?? alone ?? NaN) || undefined;
}

function seriesOf(record: MarcRecord): CatalogueRecord['series'] {
  const [field] = fieldsOf(record, '830', '490');
  const title = withoutStop(first(field, 'a'));
  return title === undefined ? undefined : { title, number: trimmed(first(field, 'v')) };
}

/** The first number-like word: `9780306406157 (pbk.)`. */
const isbnOf = (text: string): string => /^[\d\-Xx ]+/.exec(text)?.[0] ?? text;

export function catalogueRecordOf(record: MarcRecord): CatalogueRecord {
  const published =
    fieldsOf(record, '264').find(({ indicators }) => indicators[1] === '1') ?? fieldsOf(record, '260')[0];
  const fixed = controlOf(record, '008');
  const [title] = fieldsOf(record, '245');
  const cover = fieldsOf(record, '856').find((field) =>
    subfieldsOf(field, '3', 'z').some((note) => /cover/i.test(note)),
  );
  const original: MarcRecord = { ...record, fields: inOtherScript(record) };
  return {
    source: 'marc',
    key: controlOf(record, '001').trim() || undefined,
    revision: controlOf(record, '005').trim() || undefined,
    isDeleted: record.leader.charAt(5) === 'd',
    title: joined(title, 'a'),
    part: partOf(title),
    subtitle: withoutStop(first(title, 'b')),
    alternates: [
      ...otherTitlesOf(record),
      ...fieldsOf(original, '245').flatMap((field) => wholeTitleOf(field) ?? []),
      ...otherTitlesOf(original),
      ...authorsOf(original),
    ],
    authors: authorsOf(record),
    publisher: withoutStop(first(published, 'b')),
    date: readDate(first(published, 'c')) ?? fixed.slice(7, 11),
    description: valuesOf(record, '520', 'a')[0],
    numbers: {
      isbn: valuesOf(record, '020', 'a').map(isbnOf),
      issn: valuesOf(record, '022', 'a'),
      lccn: valuesOf(record, '010', 'a'),
      oclc: valuesOf(record, '035', 'a').filter((value) => /^\(ocolc\)/i.test(value)),
    },
    pageCount: pagesOf(valuesOf(record, '300', 'a')[0]),
    dimensions: dimensionsOf(valuesOf(record, '300', 'c')[0]),
    isMagazine: record.leader.charAt(7) === 's',
    categories: fieldsOf(record, '650', '655').flatMap((field) => withoutStop(first(field, 'a')) ?? []),
    subjects: [...subjectsOf(record), ...subjectsOf(original)],
    language: valuesOf(record, '041', 'a')[0]?.slice(0, 3) ?? fixed.slice(35, 38),
    isMature: valuesOf(record, '521', 'a').some((note) => /adult|mature/i.test(note)),
    coverUrl: first(cover, 'u'),
    series: seriesOf(record),
    isEbook: controlOf(record, '006').startsWith('m') || controlOf(record, '007').startsWith('cr'),
  };
}
