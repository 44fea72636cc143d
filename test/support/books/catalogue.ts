/** About seventy volumes with everything in them that a scenario asks for. */
import { volumeId } from '#lib/books/model/ids';

type Row = Readonly<Record<string, string>>;

const quoted = (value: string): string => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** Rows as a CSV file; columns are those that any row has. */
export function csvOf(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((cells) => cells.map(quoted).join(','))
    .join('\n');
}

/** The volume id of a CSV record. */
export const idOf = (key: string): string => volumeId(`csv:${key}`);

const COVER = 'https://covers.example.com/1.jpg';

/** Twenty-five volumes that one word finds. */
const lanterns: readonly Row[] = Array.from({ length: 25 }, (_, place) => ({
  id: `lantern-${String(place)}`,
  title: `Lantern Road ${String(place)}`,
  authors: 'Ida Wick',
  published_date: String(1901 + place),
  language: 'en',
  categories: 'Travel / General',
}));

const shelved: readonly Row[] = Array.from({ length: 22 }, (_, place) => ({
  id: `plain-${String(place)}`,
  title: `Plain Volume ${String(place)}`,
  authors: 'Nobody Special',
}));

export const CATALOGUE: readonly Row[] = [
  {
    id: 'flowers',
    title: 'Flowers for Algernon',
    authors: 'Daniel Keyes',
    publisher: 'Harcourt, Brace & World',
    published_date: '1966-03',
    description: '<p>A man keeps a <b>diary</b> of his growing mind.</p>',
    isbn10: '0306406152',
    lccn: '66-12366',
    oclc: 'ocm00123456',
    page_count: '274',
    categories: 'Fiction / Science Fiction / General;Fiction / Psychological',
    language: 'en',
    cover_url: 'https://covers.example.com/7-{size}.jpg',
    preview_url: 'https://read.example.com/flowers',
    average_rating: '4.26',
    ratings_count: '120',
    is_ebook: 'true',
    list_price: '11.99',
    retail_price: '9.99',
    currency: 'USD',
  },
  {
    id: 'flower-garden',
    title: 'The Flower Garden',
    authors: 'May Green',
    published_date: '1899',
    language: 'en',
    categories: 'Gardening / General',
    public_domain: 'true',
    is_ebook: 'true',
    epub_url: 'https://files.example.com/garden.epub',
    pdf_url: 'https://files.example.com/garden.pdf',
  },
  {
    id: 'villette',
    title: 'Villette',
    authors: 'Charlotte Brontë',
    published_date: '1853',
    language: 'en',
    categories: 'Fiction / Classics',
    publisher: 'Smith, Elder & Co.',
    public_domain: 'true',
    is_ebook: 'true',
    cover_url: COVER,
  },
  {
    id: 'villette-2',
    title: 'Villette',
    authors: 'Charlotte Brontë',
    published_date: '1855',
    language: 'en',
    categories: 'Fiction / Classics',
    publisher: 'Harper & Brothers',
    public_domain: 'true',
    is_ebook: 'true',
  },
  {
    id: 'night-train',
    title: 'Night Train to Lisbon Road',
    authors: 'Ana Porto',
    published_date: '2004',
    language: 'pt-BR',
    publisher: 'Harper & Brothers',
  },
  {
    id: 'train-night',
    title: 'The Train at Night',
    authors: 'Otto Klein',
    published_date: '1999',
    language: 'de',
    description: 'A lantern swings over a long road at night; the train is late.',
  },
  {
    id: 'potter',
    title: "Harry Potter and the Philosopher's Stone",
    authors: 'J. K. Rowling',
    published_date: '1997-06-26',
    language: 'en',
    publisher: 'Bloomsbury',
    isbn13: '9780747532699',
  },
  {
    id: 'gazette',
    title: 'The Harbour Gazette',
    authors: 'Harbour Press',
    published_date: '1921-05',
    language: 'en',
    print_type: 'MAGAZINE',
    issn: '0028-0836',
    public_domain: 'true',
  },
  {
    id: 'mature',
    title: 'After Midnight',
    authors: 'X. Y. Zed',
    published_date: '2011',
    language: 'en',
    maturity: 'MATURE',
    is_ebook: 'true',
    list_price: '4.50',
    currency: 'USD',
  },
  {
    id: 'coming',
    title: 'The Coming Season',
    authors: 'Vera Later',
    published_date: '2199-01-01',
    on_sale_date: '2199-01-01',
    language: 'en',
    is_ebook: 'true',
    list_price: '19.00',
    currency: 'USD',
  },
  {
    id: 'german-only',
    title: 'Nur in Deutschland gemeinfrei',
    authors: 'Hans Alt',
    published_date: '1935',
    language: 'de',
    country: 'DE',
    public_domain: 'true',
    is_ebook: 'true',
  },
  { id: 'undated', title: 'Lantern Without a Year', authors: 'Ida Wick', language: 'en' },
  {
    id: 'comic',
    title: 'Captain Comet',
    authors: 'Lee Ink',
    categories: 'Comics & Graphic Novels / General',
    series: 'Comet',
    series_no: '3',
    language: 'en',
  },
  {
    id: 'novel-in-series',
    title: 'The Third Gate',
    authors: 'Mara Stone',
    categories: 'Fiction / Fantasy',
    series: 'Gates',
    series_no: '3',
    language: 'en',
  },
  ...lanterns,
  ...shelved,
];
