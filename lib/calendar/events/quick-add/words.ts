/** English names of weekdays, months and numbers. */

const WEEKDAY_STEMS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
export const WEEKDAY =
  '(?:mon(?:days?)?|tue(?:s(?:days?)?)?|wed(?:nesdays?)?|thu(?:r(?:s(?:days?)?)?)?|fri(?:days?)?|sat(?:urdays?)?|sun(?:days?)?)\\b\\.?';

const MONTH_STEMS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
export const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?';

/** 0 is Monday. */
export const weekdayNamed = (text: string): number => WEEKDAY_STEMS.indexOf(text.slice(0, 3).toLowerCase());
/** 1 is January. */
export const monthNamed = (text: string): number => MONTH_STEMS.indexOf(text.slice(0, 3).toLowerCase()) + 1;

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];
export const ORDINAL = '(?:first|second|third|fourth|fifth|last|[1-5](?:st|nd|rd|th))';

/** -1 for the last. */
export function ordinalNamed(text: string): number {
  const word = text.toLowerCase();
  if (word === 'last') return -1;
  return /^\d/.test(word) ? Number.parseInt(word, 10) : ORDINALS.indexOf(word) + 1;
}

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
/** One to twelve. */
export const SMALL_NUMBER = `(?:${NUMBERS.join('|')})`;
export const NUMBER = `(?:\\d{1,4}(?:\\.\\d{1,2})?|an|a|${SMALL_NUMBER})`;

export function numberNamed(text: string): number {
  const word = text.toLowerCase();
  if (/^\d/.test(word)) return Number(word);
  return word === 'an' || word === 'a' ? 1 : NUMBERS.indexOf(word) + 1;
}
