/**
 * Items as JSON text. What JSON cannot express (sets, bytes, long numbers) becomes an object with one key that begins
 * with a mark; only items that contain one are converted when they are read.
 */
import { Decimal } from './decimal.ts';
import { isBytes, isSet, typeOf, type Element, type Item, type Value } from './values.ts';

export interface ItemText {
  readonly text: string;
  /** Whether it contains marked values. */
  readonly isMarked: boolean;
}

const MARK = '\0';

/** Whether a value, or one nested in it, needs marks. */
function needsMarks(value: Value): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(needsMarks);
  if (value instanceof Decimal || isBytes(value) || isSet(value)) return true;
  for (const name in value) if (name.startsWith(MARK) || needsMarks(value[name] ?? null)) return true;
  return false;
}

function marked(value: Value): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(marked);
  if (value instanceof Decimal) return { [`${MARK}N`]: value.toString() };
  if (isBytes(value)) return { [`${MARK}B`]: Buffer.from(value).toString('base64') };
  if (isSet(value)) return { [`${MARK}${typeOf(value)}`]: [...value].map(marked) };
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name.startsWith(MARK) ? `${MARK}${name}` : name, marked(one)]),
  );
}

function unmarked(value: unknown): Value {
  if (typeof value !== 'object' || value === null) return value as Value;
  if (Array.isArray(value)) return value.map(unmarked);
  const entries = Object.entries(value);
  const [[name = '', held] = []] = entries;
  if (entries.length === 1 && name.startsWith(MARK) && !name.startsWith(MARK, 1)) {
    if (name === `${MARK}N`) return Decimal.parse(String(held));
    if (name === `${MARK}B`) return Uint8Array.from(Buffer.from(String(held), 'base64'));
    return new Set((held as unknown[]).map((element) => unmarked(element) as Element));
  }
  return Object.fromEntries(entries.map(([key, one]) => [key.startsWith(MARK) ? key.slice(1) : key, unmarked(one)]));
}

export function writeItem(item: Item): ItemText {
  const isMarked = needsMarks(item);
  return { text: JSON.stringify(isMarked ? marked(item) : item), isMarked };
}

/** A new object each time: the caller may change it. */
export function readItem(text: string, isMarked: boolean): Item {
  const parsed: unknown = JSON.parse(text);
  return (isMarked ? unmarked(parsed) : parsed) as Item;
}

/** As the document client returns numbers: integers too large for JavaScript as BigInt, other digits rounded. */
export function toClientValue(value: Value): unknown {
  if (typeof value !== 'object' || value === null || isBytes(value)) return value;
  if (Array.isArray(value)) return value.map(toClientValue);
  if (value instanceof Decimal) {
    const rounded = Number(value.toString());
    if (Math.abs(rounded) <= Number.MAX_SAFE_INTEGER) return rounded;
    if (value.exponent >= 0) return BigInt(value.toString());
    throw new Error(`${value.toString()} can't be converted to BigInt. Set options.wrapNumbers to get string value.`);
  }
  if (isSet(value)) return new Set([...value].map(toClientValue));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toClientValue(one)]));
}
