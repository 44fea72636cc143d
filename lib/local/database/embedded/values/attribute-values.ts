/** Items in DynamoDB's wire notation (`{ S: 'a' }`), used in errors, streams and the files of other databases. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { Decimal, numberText, numericOf } from './decimal.ts';
import { isBytes, isNumeric, isSet, typeOf, type Item, type Value } from './values.ts';

const setValue = (set: Exclude<Value, string>): AttributeValue => {
  if (!isSet(set)) throw new TypeError('Not a set.');
  const elements = [...set];
  const type = typeOf(set);
  if (type === 'SS') return { SS: elements.map(String) };
  if (type === 'NS') return { NS: elements.map((element) => (isNumeric(element) ? numberText(element) : '')) };
  return { BS: elements.filter(isBytes) };
};

function attributeValue(value: Value): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (isNumeric(value)) return { N: numberText(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.map(attributeValue) };
  if (isBytes(value)) return { B: value };
  return isSet(value) ? setValue(value) : { M: attributeValues(value) };
}

export const attributeValues = (item: Item): Record<string, AttributeValue> =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, attributeValue(value)]));

function valueOf({ S, N, B, SS, NS, BS, L, M, BOOL }: AttributeValue): Value {
  if (S !== undefined) return S;
  if (N !== undefined) return numericOf(Decimal.parse(N));
  if (M !== undefined) return itemOfValues(M);
  if (L !== undefined) return L.map(valueOf);
  if (B !== undefined) return B;
  if (BOOL !== undefined) return BOOL;
  if (SS !== undefined) return new Set(SS);
  if (NS !== undefined) return new Set(NS.map((text) => numericOf(Decimal.parse(text))));
  return BS === undefined ? null : new Set(BS);
}

export const itemOfValues = (values: Readonly<Record<string, AttributeValue>>): Item =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueOf(value)]));
