/** Tables that Goodreads, LibraryThing and StoryGraph write when a reader takes her books along. */
import { headerKey, type Row } from './columns.ts';

type Cells = (header: string) => string;

export interface ReadingList {
  /** Before the ids of its records. */
  readonly source: string;
  /** Headers that no other table has together. */
  readonly knownBy: readonly string[];
  /** Headers that are about the book; the others are about the reader. */
  readonly takes: readonly string[];
  row(cell: Cells): Row;
}

/** `="9780439023481"`, which keeps spreadsheets from counting with it. */
export function unguarded(cell: string): string {
  const text = cell.trim();
  return text.startsWith('="') && text.endsWith('"') && text.length > 2 ? text.slice(2, -1) : text;
}

const list = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(';');
/** `Collins, Suzanne` is Suzanne Collins. */
const turned = (name: string): string => name.trim().split(/,\s*/).toReversed().join(' ');

/** Goodreads writes `The Hunger Games (The Hunger Games, #1)`. */
function titleAndSeries(text: string): Pick<Row, 'title' | 'series' | 'series_no'> {
  const [, title, series, number] = /^(.+?)\s*\(([^()]+?),?\s+#([\d.–-]+)[^()]*\)$/.exec(text) ?? [];
  return title === undefined ? { title: text } : { title, series: series ?? '', series_no: number ?? '' };
}

const READING_LISTS: readonly ReadingList[] = [
  {
    source: 'goodreads',
    knownBy: ['Book Id', 'Author l-f'],
    takes: [
      'Book Id',
      'Title',
      'Author',
      'Author l-f',
      'Additional Authors',
      'ISBN',
      'ISBN13',
      'Publisher',
      'Binding',
      'Number of Pages',
      'Year Published',
    ],
    row: (cell) => ({
      id: cell('Book Id'),
      ...titleAndSeries(cell('Title')),
      authors: list(cell('Author'), cell('Additional Authors').replaceAll(',', ';')),
      isbn13: cell('ISBN13'),
      isbn10: cell('ISBN'),
      publisher: cell('Publisher'),
      page_count: cell('Number of Pages'),
      published_date: cell('Year Published'),
      is_ebook: /ebook|kindle/i.test(cell('Binding')) ? 'yes' : '',
    }),
  },
  {
    source: 'librarything',
    knownBy: ['Book Id', 'Primary Author'],
    takes: [
      'Book Id',
      'Title',
      'Primary Author',
      'Secondary Author',
      'Publication',
      'Date',
      'Summary',
      'Media',
      'Page Count',
      'LCCN',
      'OCLC',
      'Languages',
      'ISBN',
      'ISBNs',
      'Subjects',
      'Work id',
    ],
    row: (cell) => ({
      id: cell('Book Id'),
      title: cell('Title'),
      authors: list(turned(cell('Primary Author')), ...cell('Secondary Author').split('|').map(turned)),
      // `Scholastic Press (2008), Edition: 1, 374 pages`
      publisher: (cell('Publication').split('(')[0] ?? '').trim(),
      published_date: cell('Date'),
      description: cell('Summary'),
      page_count: cell('Page Count').trim(),
      lccn: cell('LCCN'),
      oclc: cell('OCLC'),
      language: languageCode((cell('Languages').split(',')[0] ?? '').trim()) ?? '',
      isbn13: list(
        cell('ISBN').replace(/[[\]]/g, ''),
        cell('ISBNs')
          .replace(/[[\]]/g, '')
          .replace(/[,\s]+/g, ';'),
      ),
      categories: cell('Subjects').replaceAll('|', ';').replaceAll('--', ' / '),
      work: cell('Work id') === '' ? '' : `librarything:${cell('Work id')}`,
      is_ebook: /ebook/i.test(cell('Media')) ? 'yes' : '',
    }),
  },
  {
    source: 'storygraph',
    knownBy: ['ISBN/UID', 'Read Status'],
    takes: ['Title', 'Authors', 'ISBN/UID', 'Format'],
    row: (cell) => ({
      id: cell('ISBN/UID'),
      title: cell('Title'),
      authors: cell('Authors').replaceAll(/,\s*/g, ';'),
      // Books without an ISBN have a number of StoryGraph's own there.
      isbn13: /^[\dXx-]{10,17}$/.test(cell('ISBN/UID')) ? cell('ISBN/UID') : '',
      is_ebook: /digital|ebook/i.test(cell('Format')) ? 'yes' : '',
    }),
  },
];

const LANGUAGES = 'ar cs da de el en es fi fr he hi hu it ja ko la nl no pl pt ro ru sv tr uk zh'.split(' ');

function languageCodes(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return new Map(LANGUAGES.map((code) => [names.of(code) ?? code, code]));
}

let codesByName: ReadonlyMap<string, string> | undefined;

/** LibraryThing writes languages in English. Their names are loaded with the first one: other tables need none. */
const languageCode = (name: string): string | undefined => (codesByName ??= languageCodes()).get(name);

/** The one whose headers these are. */
export function readingListOf(headers: readonly string[]): ReadingList | undefined {
  const keys = new Set(headers.map(headerKey));
  return READING_LISTS.find(({ knownBy }) => knownBy.every((header) => keys.has(headerKey(header))));
}
