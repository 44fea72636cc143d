/** Items in DynamoDB's own notation, in which errors and streams hand them out. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { isBytes, isNumeric, isSet, typeOf, type Item, type Value } from './values.ts';

const setValue = (set: Exclude<Value, string>): AttributeValue => {
  if (!isSet(set)) throw new TypeError('Not a set.');
  const elements = [...set];
  const type = typeOf(set);
  if (type === 'SS') return { SS: elements.map(String) };
  if (type === 'NS') return { NS: elements.map(String) };
  return { BS: elements.filter(isBytes) };
};

export function attributeValue(value: Value): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (isNumeric(value)) return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.map(attributeValue) };
  if (isBytes(value)) return { B: value };
  return isSet(value) ? setValue(value) : { M: attributeValues(value) };
}

export const attributeValues = (item: Item): Record<string, AttributeValue> =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, attributeValue(value)]));
