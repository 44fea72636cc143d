/** The reader's language and locale: words are there in a few languages, dates and numbers in all. */
import { de } from './de.ts';
import { en } from './en.ts';
import type { Words } from './shape.ts';

const LANGUAGES: Readonly<Record<string, Words>> = { de, en };
const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** Browsers without `LANG` name locales such as en-US@posix, which `Intl` refuses. */
const isLocale = (name: string): boolean => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(name).length > 0;
  } catch {
    return false;
  }
};

/** For dates, times and numbers. */
export const locale = navigator.languages.find(isLocale) ?? 'en-US';

const language = locale.split('-')[0] ?? 'en';
const known = Object.hasOwn(LANGUAGES, language) ? language : 'en';

export const words: Words = LANGUAGES[known] ?? en;

export const direction = RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr';

/** Tells browsers and screen readers. */
export function applyLanguage(): void {
  document.documentElement.lang = known;
  document.documentElement.dir = direction;
}
