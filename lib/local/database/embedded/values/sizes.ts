/**
 * How large DynamoDB counts an item:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
import { numberSize } from './decimal.ts';
import { isBytes, isNumeric, isSet, type Item, type Value } from './values.ts';

const CONTAINER = 3;

export const textSize = (text: string): number => Buffer.byteLength(text);

function valueSize(value: Value): number {
  if (typeof value === 'string') return textSize(value);
  if (isNumeric(value)) return numberSize(value);
  if (value === null || typeof value === 'boolean') return 1;
  if (isBytes(value)) return value.byteLength;
  if (Array.isArray(value)) return value.reduce((sum: number, element) => sum + 1 + valueSize(element), CONTAINER);
  if (isSet(value)) return [...value].reduce((sum: number, element) => sum + valueSize(element), 0);
  let sum = CONTAINER;
  for (const name in value) sum += textSize(name) + 1 + valueSize(value[name] ?? null);
  return sum;
}

/** Of an attribute that an item may have. */
export function attributeSize(item: Item, name: string): number {
  const value = item[name];
  return value === undefined ? 0 : textSize(name) + valueSize(value);
}

export function itemSize(item: Item): number {
  let sum = 0;
  for (const name in item) sum += attributeSize(item, name);
  return sum;
}
