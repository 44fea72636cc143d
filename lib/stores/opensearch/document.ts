/** A volume as a document, and the mapping of an index of them. */
import { FACET, facetsOf, UNDETERMINED, type Volume } from '#lib/books/model/volume';
import { COLUMNS } from '#lib/books/search/expression';
import type { Candidate } from '#lib/books/search/ranking';
import { soundOf } from '#lib/books/search/sound';
import { stem } from '#lib/books/search/stem';
import { BARRIER } from '#lib/books/search/words';
import { indexedVolume } from '#lib/stores/search-index/indexed-volume';

type Column = (typeof COLUMNS)[number];

/** Where a word may be looked for, each of them one field: the columns of the file's index that belong together. */
const COLUMNS_OF_PLACE = {
  anywhere: COLUMNS,
  names: ['title', 'subtitle', 'authors', 'series', 'alternates'],
  title: ['title', 'subtitle', 'alternates'],
  authors: ['authors', 'alternates'],
  publisher: ['publisher'],
  categories: ['categories'],
} as const satisfies Readonly<Record<string, readonly Column[]>>;

export type Place = keyof typeof COLUMNS_OF_PLACE;
const PLACES = Object.keys(COLUMNS_OF_PLACE) as Place[];

/** Words as they are, their stems, and how they sound; the last two in no order. */
export type Form = 'words' | 'stems' | 'sounds';
export const fieldOf = (form: Form, place: Place): string => `${form}.${place}`;

/** Our own words, with one space between them: both sides of a search take texts apart in the same way. */
const TEXT = { type: 'text', analyzer: 'whitespace', norms: false } as const;
const UNORDERED = { ...TEXT, index_options: 'docs' } as const;
const STORED = { type: 'keyword', index: false, doc_values: false } as const;

const everywhere = (mapping: object) => ({
  properties: Object.fromEntries(PLACES.map((place) => [place, mapping])),
});

/** How far a list can be paged: each shard sorts as many hits in memory. */
export const MAX_WINDOW = 100_000;

export const INDEX_BODY = {
  settings: { index: { number_of_shards: 3, max_result_window: MAX_WINDOW, refresh_interval: '30s' } },
  mappings: {
    dynamic: 'strict',
    // The texts are never shown: what is searched is left out of what is kept.
    _source: { excludes: ['words', 'stems', 'sounds'] },
    properties: {
      words: everywhere(TEXT),
      stems: everywhere(UNORDERED),
      sounds: everywhere(UNORDERED),
      id: { type: 'keyword' },
      identifiers: UNORDERED,
      titleKey: { type: 'keyword', doc_values: false, ignore_above: 8000 },
      facets: { type: 'keyword', doc_values: false },
      countries: { type: 'keyword', doc_values: false },
      languages: { type: 'keyword', doc_values: false },
      onSale: { type: 'integer' },
      newness: { type: 'long' },
      quality: { type: 'float' },
      title: STORED,
      names: STORED,
      workKey: STORED,
      language: STORED,
    },
  },
} as const;

/** What ranking asks of a hit. */
export const RANKED_FIELDS = ['titleKey', 'title', 'names', 'workKey', 'quality', 'language'] as const;
export type RankedSource = Pick<Candidate, 'titleKey' | 'title' | 'names' | 'workKey' | 'quality'> & {
  readonly language?: string;
};

const FACETS = Object.entries(FACET);
export const facetNames = (bits: number): string[] => FACETS.flatMap(([name, bit]) => ((bits & bit) === 0 ? [] : name));

/** Facets of a country that has its own rights are named with it, and hold instead of the others. */
export const facetIn = (country: string, facet: string): string => `${country}.${facet}`;

/** `pt-br` is also `pt`. */
function languagesOf(language: string = UNDETERMINED): string[] {
  const whole = language.toLowerCase();
  return [...new Set([whole, whole.split('-')[0] ?? whole])];
}

const unique = (words: readonly string[]): string => [...new Set(words)].join(' ');

export function documentOf(volume: Volume): object {
  const { texts, row, quality } = indexedVolume(volume);
  const textAt = (place: Place): string =>
    COLUMNS_OF_PLACE[place]
      .map((column) => texts[COLUMNS.indexOf(column)] ?? '')
      .filter((text) => text !== '')
      .join(` ${BARRIER} `);
  const form = (make: (text: string) => string) =>
    Object.fromEntries(PLACES.map((place) => [place, make(textAt(place))]));
  const countries = Object.entries(volume.rightsByCountry ?? {});
  return {
    words: form((text) => text),
    stems: form((text) => unique(text.split(' ').map(stem))),
    sounds: form((text) => unique(text.split(' ').flatMap((word) => soundOf(word) ?? []))),
    id: volume.id,
    identifiers: texts[COLUMNS.indexOf('identifiers')] ?? '',
    facets: [
      ...facetNames(facetsOf(volume, volume.rights)),
      ...countries.flatMap(([country, rights]) =>
        facetNames(facetsOf(volume, rights)).map((facet) => facetIn(country, facet)),
      ),
    ],
    countries: countries.map(([country]) => country),
    languages: languagesOf(volume.language),
    onSale: row['on_sale'],
    newness: row['newness'],
    quality,
    titleKey: row['title_key'],
    title: row['title'],
    names: row['names'],
    workKey: row['work_key'],
    ...(row['language'] !== null && { language: row['language'] }),
  };
}
