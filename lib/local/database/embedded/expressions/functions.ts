/** The functions of conditions: `size`, `begins_with`, `contains`. */
import {
  elementKey,
  isBytes,
  isEqual,
  isItem,
  isList,
  isSet,
  type Value,
} from '#lib/local/database/embedded/values/values';

/** Undefined for values that have no size. */
export function sizeOf(value: Value | undefined): number | undefined {
  if (typeof value === 'string') return value.length;
  if (value === undefined || value === null || typeof value !== 'object') return undefined;
  if (isBytes(value)) return value.byteLength;
  if (isList(value)) return value.length;
  if (isSet(value)) return value.size;
  return isItem(value) ? Object.keys(value).length : undefined;
}

export function startsWith(value: Value | undefined, prefix: Value | undefined): boolean {
  if (typeof value === 'string' && typeof prefix === 'string') return value.startsWith(prefix);
  if (value === undefined || prefix === undefined || !isBytes(value) || !isBytes(prefix)) return false;
  return value.byteLength >= prefix.byteLength && Buffer.compare(value.subarray(0, prefix.byteLength), prefix) === 0;
}

export function contains(value: Value | undefined, part: Value | undefined): boolean {
  if (value === undefined || part === undefined) return false;
  if (typeof value === 'string') return typeof part === 'string' && value.includes(part);
  if (isList(value)) return value.some((element) => isEqual(element, part));
  if (isBytes(value)) return isBytes(part) && Buffer.from(value).includes(Buffer.from(part));
  if (!isSet(value) || typeof part === 'boolean' || part === null || isList(part) || isSet(part) || isItem(part))
    return false;
  const key = elementKey(part);
  return [...value].some((element) => elementKey(element) === key);
}
