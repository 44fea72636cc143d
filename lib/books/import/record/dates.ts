/** Dates as catalogues write them. */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const pad = (number: number): string => String(number).padStart(2, '0');
const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();
const isYear = (year: number): boolean => year >= 1000 && year <= 2199;

function dateOf(year: number, month?: number, day?: number): string | undefined {
  if (!isYear(year)) return undefined;
  if (month === undefined || month < 1 || month > 12) return String(year);
  if (day === undefined || day < 1 || day > daysIn(year, month)) return `${String(year)}-${pad(month)}`;
  return `${String(year)}-${pad(month)}-${pad(day)}`;
}

/** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; undefined when there is no year in it. */
export function readDate(text: string | undefined): string | undefined {
  const trimmed = (text ?? '').trim();
  const [, year, month, day] = /^(\d{4})[-/]?(\d{2})?[-/]?(\d{2})?$/.exec(trimmed) ?? [];
  if (year !== undefined)
    return dateOf(
      Number(year),
      month === undefined ? undefined : Number(month),
      day === undefined ? undefined : Number(day),
    );

  const [someYear] = /\d{4}/.exec(trimmed) ?? [];
  if (someYear === undefined) return undefined;
  const [, word = ''] = /([a-z]{3})[a-z]*\.?/i.exec(trimmed) ?? [];
  const monthIndex = MONTHS.indexOf(word.toLowerCase());
  const [, someDay] = /(?<!\d)(\d{1,2})(?!\d)/.exec(trimmed) ?? [];
  return dateOf(
    Number(someYear),
    monthIndex < 0 ? undefined : monthIndex + 1,
    someDay === undefined ? undefined : Number(someDay),
  );
}

const TIME = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)([Zz]|[+-]\d{2}:\d{2})?)?$/;

/**
 * RFC 3339 in UTC, of a time or a day; one that names no zone is in UTC, wherever it is read. Undefined when it is
 * neither.
 */
export function readTime(text: string): string | undefined {
  const [, day, time = '00:00', zone = 'Z'] = TIME.exec(text.trim()) ?? [];
  const ms = day === undefined ? NaN : Date.parse(`${day}T${time}${zone.toUpperCase()}`);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}
