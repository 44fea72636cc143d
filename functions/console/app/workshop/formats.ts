import { locale } from '../words/words.ts';

const times = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

const orAsIs = (format: Intl.DateTimeFormat, text: string): string => {
  const at = Date.parse(text);
  return Number.isNaN(at) ? text : format.format(at);
};

export const timeOf = (text: string): string => orAsIs(times, text);
export const momentOf = (text: string): string => orAsIs(moments, text);
export const number = (value: number): string => numbers.format(value);
