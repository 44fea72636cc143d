import { locale } from '../words/words.ts';
import type { Cell } from './client.ts';

const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 });

const money = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export const number = (value: number): string => plain.format(value);

/** Ids are numbers only by their looks: they are never grouped. */
export function cellText(value: Cell | undefined, type: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? '✓' : '–';
  if (value === '' || !isNumeric(type) || !Number.isFinite(Number(value))) return String(value);
  return (type === 'Money' ? money : plain).format(Number(value));
}

export const isNumeric = (type: string): boolean => ['Integer', 'Number', 'Money'].includes(type);
