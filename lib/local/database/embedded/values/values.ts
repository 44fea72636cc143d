/**
 * Attribute values: this folder has their types, sizes, text form and DynamoDB's rules for them.
 * This file has the types as the document client uses them (strings, numbers, booleans, null, bytes, sets, lists and
 * maps) and `normalised`, which returns what DynamoDB would store. Then `decimal.ts` (exact numbers), `item-text.ts`
 * (stored form), `sizes.ts` and `capacity.ts` (what an item costs) and `errors.ts`.
 */
import { compareNumbers, Decimal, numberFault, numericOf, type Numeric } from './decimal.ts';
import { invalid } from './errors.ts';

export type Value = string | Numeric | boolean | null | Uint8Array | Set<Element> | Value[] | Item;
export type Element = string | Numeric | Uint8Array;
export interface Item {
  [name: string]: Value;
}

export type TypeName = 'S' | 'N' | 'B' | 'SS' | 'NS' | 'BS' | 'L' | 'M' | 'NULL' | 'BOOL';

const MAX_DEPTH = 32;

export const isBytes = (value: unknown): value is Uint8Array => ArrayBuffer.isView(value);
export const isSet = (value: unknown): value is Set<Element> =>
  Object.prototype.toString.call(value) === '[object Set]';
const isMapObject = (value: unknown): value is Map<unknown, unknown> =>
  Object.prototype.toString.call(value) === '[object Map]';
export const isNumeric = (value: Value): value is Numeric => typeof value === 'number' || value instanceof Decimal;
export const isList = (value: Value | undefined): value is Value[] => Array.isArray(value);

export function typeOf(value: Value): TypeName {
  if (typeof value === 'string') return 'S';
  if (isNumeric(value)) return 'N';
  if (typeof value === 'boolean') return 'BOOL';
  if (value === null) return 'NULL';
  if (Array.isArray(value)) return 'L';
  if (isBytes(value)) return 'B';
  if (!isSet(value)) return 'M';
  const [first = ''] = value;
  return typeof first === 'string' ? 'SS' : isBytes(first) ? 'BS' : 'NS';
}

export const isItem = (value: Value | undefined): value is Item => value !== undefined && typeOf(value) === 'M';

/** A key by which set elements can be compared. */
export const elementKey = (element: Element): string | number =>
  isBytes(element)
    ? Buffer.from(element).toString('latin1')
    : element instanceof Decimal
      ? `n${element.toString()}`
      : element;

export function setOf(elements: Iterable<Element>): Set<Element> {
  return new Set(new Map([...elements].map((element) => [elementKey(element), element])).values());
}

function toNumeric(value: number | bigint): Numeric {
  if (typeof value === 'bigint') return checkedNumber(numericOf(Decimal.parse(String(value))));
  if (!Number.isFinite(value)) throw new Error(`Special numeric value ${String(value)} is not allowed`);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    throw new Error(
      `Number ${String(value)} is greater than Number.MAX_SAFE_INTEGER. Use NumberValue from @aws-sdk/lib-dynamodb.`,
    );
  }
  return checkedNumber(value === 0 ? 0 : value);
}

export function checkedNumber(value: Numeric): Numeric {
  const fault = numberFault(value);
  if (fault !== undefined) throw invalid(fault);
  return value;
}

function normalisedSet(given: ReadonlySet<unknown>): Set<Element> {
  const elements = [...given]
    .filter((element) => element !== undefined)
    .map((element): Element => {
      if (typeof element === 'string') return element;
      if (typeof element === 'number' || typeof element === 'bigint') return toNumeric(element);
      if (isBytes(element)) return Uint8Array.from(element);
      throw new Error('Only Number Set (NS), Binary Set (BS), String Set (SS) are allowed.');
    });
  if (elements.length === 0) throw new Error('Pass a non-empty set, or options.convertEmptyValues=true.');
  if (new Set(elements.map(typeOf)).size > 1)
    throw invalid('One or more parameter values were invalid: A set has elements of one type.');
  return setOf(elements);
}

const MAX_NAME_BYTES = 65_535;

/** What is wrong with the name of an attribute. */
export function nameFault(name: string): string | undefined {
  if (name === '') return 'Empty attribute name';
  // No character takes more than three bytes.
  if (name.length * 3 <= MAX_NAME_BYTES || Buffer.byteLength(name) <= MAX_NAME_BYTES) return undefined;
  return 'Attribute name is too large, must be less than 65536 bytes';
}

function normalisedMap(entries: Iterable<[string, unknown]>, depth: number): Item {
  const item: Item = {};
  for (const [name, value] of entries) {
    if (value === undefined || typeof value === 'function') continue;
    const fault = nameFault(name);
    if (fault !== undefined) throw invalid(fault);
    const kept = normalised(value, depth + 1);
    // A plain assignment to `__proto__` would change the prototype.
    if (name === '__proto__')
      Object.defineProperty(item, name, { value: kept, enumerable: true, configurable: true, writable: true });
    else item[name] = kept;
  }
  return item;
}

/** What DynamoDB stores: a copy without undefined, numbers checked. */
export function normalised(value: unknown, depth = 0): Value {
  if (depth > MAX_DEPTH)
    throw invalid(
      'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit',
    );
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
    case 'bigint':
      return toNumeric(value);
    case 'object':
      if (value === null) return null;
      if (Array.isArray(value)) {
        const elements: unknown[] = value.filter((element) => element !== undefined && typeof element !== 'function');
        return elements.map((element) => normalised(element, depth + 1));
      }
      if (value instanceof Decimal) return value;
      if (isBytes(value)) return Uint8Array.from(value);
      if (isSet(value)) return normalisedSet(value);
      if (isMapObject(value))
        return normalisedMap(
          [...value].map(([name, one]) => [String(name), one]),
          depth,
        );
      return normalisedMap(Object.entries(value), depth);
    default:
      throw new Error(
        `Unsupported type passed: ${String(value)}. A value is text, a number, bytes, a set, a list or a map.`,
      );
  }
}

export const normalisedItem = (value: Readonly<Record<string, unknown>>): Item => normalised({ ...value }) as Item;

/** Ordered by UTF-8 bytes, which is code point order and not UTF-16 order. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left === right) continue;
    const [leftIsHalf, rightIsHalf] = [(left & 0xf800) === 0xd800, (right & 0xf800) === 0xd800];
    // Surrogates (characters above U+FFFF) come after everything else.
    return leftIsHalf === rightIsHalf ? left - right : leftIsHalf ? 1 : -1;
  }
  return a.length - b.length;
}

/** Undefined if the two have no order: different types, or types without an order. */
export function compare(a: Value, b: Value): number | undefined {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (isNumeric(a) && isNumeric(b)) return compareNumbers(a, b);
  if (isBytes(a) && isBytes(b)) return Buffer.compare(a, b);
  return undefined;
}

export function isEqual(a: Value | undefined, b: Value | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  if (a === b) return true;
  const type = typeOf(a);
  if (type !== typeOf(b)) return false;
  if (isList(a) && isList(b)) return a.length === b.length && a.every((value, index) => isEqual(value, b[index]));
  if (isSet(a) && isSet(b)) {
    const keys = new Set([...b].map(elementKey));
    return a.size === b.size && [...a].every((element) => keys.has(elementKey(element)));
  }
  if (isItem(a) && isItem(b)) {
    const names = Object.keys(a);
    return (
      names.length === Object.keys(b).length &&
      names.every((name) => Object.hasOwn(b, name) && isEqual(a[name], b[name]))
    );
  }
  return compare(a, b) === 0;
}
