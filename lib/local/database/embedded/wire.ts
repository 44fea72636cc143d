/**
 * DynamoDB's JSON protocol:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.LowLevelAPI.html
 */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { attributeValues, itemOfValues } from './values/attribute-values.ts';
import { invalid } from './values/errors.ts';
import { isBytes, normalisedItem } from './values/values.ts';

type Fields = Readonly<Record<string, unknown>>;
type ItemConversion = (item: Fields) => unknown;
/** What a field contains, so that only items are converted. */
type Shape = (value: unknown, convert: ItemConversion) => unknown;

const NUMBER = /^[+-]?(?=\.?\d)\d*\.?\d*(?:[eE][+-]?\d+)?$/;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mapped = (fields: Fields, change: (value: unknown, name: string) => unknown): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value, name)]));

const item: Shape = (value, convert) => (isObject(value) ? convert(value) : value);

/** A list of values: converted as an item with numbered attributes. */
const values: Shape = (value, convert) =>
  Array.isArray(value) ? Object.values(convert({ ...value }) as Fields) : value;

const listOf =
  (shape: Shape): Shape =>
  (value, convert) =>
    Array.isArray(value) ? value.map((one: unknown) => shape(one, convert)) : value;

/** Keyed by table name. */
const tablesOf =
  (shape: Shape): Shape =>
  (value, convert) =>
    isObject(value) ? mapped(value, (one) => shape(one, convert)) : value;

const either =
  (ofLists: Shape, ofObjects: Shape): Shape =>
  (value, convert) =>
    Array.isArray(value) ? ofLists(value, convert) : ofObjects(value, convert);

const fields: Shape = (value, convert) =>
  isObject(value) ? mapped(value, (one, name) => SHAPES.get(name)?.(one, convert) ?? one) : value;

const SHAPES: ReadonlyMap<string, Shape> = new Map([
  ['Key', item],
  ['Item', item],
  ['Attributes', item],
  ['ExpressionAttributeValues', item],
  ['ExclusiveStartKey', item],
  ['LastEvaluatedKey', item],
  ['Keys', listOf(item)],
  ['Items', listOf(item)],
  ['Parameters', values],
  ['Get', fields],
  ['Put', fields],
  ['Update', fields],
  ['Delete', fields],
  ['ConditionCheck', fields],
  ['PutRequest', fields],
  ['DeleteRequest', fields],
  ['TransactItems', listOf(fields)],
  ['Statements', listOf(fields)],
  // BatchGetItem and BatchWriteItem.
  ['RequestItems', tablesOf(either(listOf(fields), fields))],
  ['UnprocessedKeys', tablesOf(fields)],
  // Transactions and statements, and BatchGetItem.
  ['Responses', either(listOf(fields), tablesOf(listOf(item)))],
]);

const bytesOf = (base64: unknown): Uint8Array => Uint8Array.from(Buffer.from(String(base64), 'base64'));

/** An attribute may be named `B`, too; its value is then an object. */
function readScalar(name: string, value: unknown): unknown {
  if (name === 'B' && typeof value === 'string') return bytesOf(value);
  if (name === 'BS' && Array.isArray(value)) return value.map(bytesOf);
  if (name === 'N' && typeof value === 'string' && !NUMBER.test(value)) {
    throw invalid(`The parameter cannot be converted to a numeric value: ${value}`);
  }
  return value;
}

const fromWire: ItemConversion = (one) => itemOfValues(one as Readonly<Record<string, AttributeValue>>);
const toWire: ItemConversion = (one) => attributeValues(normalisedItem(one));

/** The input of a command, in the form that the document client uses. */
export function readRequest(text: string): Fields {
  const parsed: unknown = JSON.parse(text, readScalar);
  if (!isObject(parsed)) throw new SyntaxError('A request is an object.');
  return fields(parsed, fromWire) as Fields;
}

/** Errors already have items in DynamoDB's notation. */
export const writeFields = (answer: Fields): string =>
  JSON.stringify(answer, (_name, value: unknown) => (isBytes(value) ? Buffer.from(value).toString('base64') : value));

export const writeAnswer = (answer: Fields): string => writeFields(fields(answer, toWire) as Fields);
