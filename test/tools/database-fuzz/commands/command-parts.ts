/** Finds parts of a command's input. */
import type { Item } from './values.ts';

const isItem = (value: unknown): value is Item =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Set) &&
  !(value instanceof Uint8Array);

/** The parts of a command with a `Key` or an `Item`. */
export function partsWithKey(input: unknown): Item[] {
  if (Array.isArray(input)) return input.flatMap(partsWithKey);
  if (!isItem(input)) return [];
  const own = [
    input['Key'],
    input['Item'],
    ...(Array.isArray(input['Keys']) ? (input['Keys'] as unknown[]) : []),
  ].filter(isItem);
  return [
    ...own,
    ...Object.values(input)
      .filter((part) => !own.includes(part as Item))
      .flatMap(partsWithKey),
  ];
}

export const EXPRESSIONS = [
  'KeyConditionExpression',
  'FilterExpression',
  'ConditionExpression',
  'UpdateExpression',
  'ProjectionExpression',
] as const;

/** A projection has names and no values. */
export const takesValues = (part: Item): boolean =>
  EXPRESSIONS.some((name) => name !== 'ProjectionExpression' && name in part);

/** The parts of a command with an expression. */
export function partsWithExpression(input: unknown): Item[] {
  if (Array.isArray(input)) return input.flatMap(partsWithExpression);
  if (!isItem(input)) return [];
  return [
    ...(EXPRESSIONS.some((name) => name in input) ? [input] : []),
    ...Object.values(input).flatMap(partsWithExpression),
  ];
}

/** The lists of a batch or a transaction. */
export function listsOf(input: Item): unknown[][] {
  const tables = isItem(input['RequestItems']) ? Object.values(input['RequestItems']) : [];
  const lists = [
    input['TransactItems'],
    input['Statements'],
    ...tables.map((table) => (isItem(table) ? table['Keys'] : table)),
  ];
  return lists.filter((list) => Array.isArray(list));
}
