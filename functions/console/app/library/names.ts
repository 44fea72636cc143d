/** Volumes and shelves in words. */
import { locale, words } from '../words/words.ts';
import type { Shelf, VolumeInfo } from './books.ts';

/** Everybody has the predefined shelves, so they have names in the reader's language; others have that of their owner. */
export function shelfName({ id, title }: Pick<Shelf, 'id' | 'title'>): string {
  const names: Readonly<Record<number, string>> = words.library.shelfNames;
  return names[id] ?? title;
}

export const titleOf = ({ title, subtitle }: VolumeInfo): string =>
  title === undefined || title === ''
    ? words.library.untitled
    : subtitle === undefined
      ? title
      : `${title}: ${subtitle}`;

const lists = new Intl.ListFormat(locale, { type: 'conjunction' });

export const authorsOf = ({ authors = [] }: VolumeInfo): string =>
  authors.length === 0 ? words.library.unknownAuthor : words.library.by(lists.format(authors));

const languages = new Intl.DisplayNames(locale, { type: 'language' });

/** The code itself where the browser knows no name. */
export function languageName(code: string): string {
  try {
    return languages.of(code) ?? code;
  } catch {
    return code;
  }
}

/** `1813`, `1813-01` or `1813-01-28`, in the reader's words. */
export function publishedOn(date: string): string {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(date) ?? [];
  if (year === undefined || month === undefined) return date;
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1)));
  const form: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'long', timeZone: 'UTC' };
  return new Intl.DateTimeFormat(locale, day === undefined ? form : { ...form, day: 'numeric' }).format(at);
}

export const number = (value: number): string => new Intl.NumberFormat(locale).format(value);
