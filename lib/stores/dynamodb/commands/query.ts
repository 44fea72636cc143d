/**
 * Queries. Most stores read a `Range` of one partition, strongly consistent: `queryPage` for clients that page,
 * `queryAll` for everything. `queryEach` takes any query and reads on only as long as its caller does.
 */
import { invalidPageToken } from '#lib/api/errors';
import { QueryCommand, type DocumentClient, type QueryCommandInput } from '#lib/stores/dynamodb/client/commands';
import type { Item } from '#lib/stores/dynamodb/item';

export interface Range {
  readonly pk: string;
  /** The sort key: `sk`, or that of a local index. */
  readonly by: string;
  readonly index?: string;
  /** Reads all of each item, for a unit more, where the index does not contain it. */
  readonly isWhole?: boolean;
  /** Both ends are included. */
  readonly from: string;
  readonly to: string;
  readonly limit?: number;
  readonly isDescending?: boolean;
  /** Where the page before ended. */
  readonly after?: Item | undefined;
}

export interface ItemPage {
  readonly items: Item[];
  /** Where the next page begins; absent on the last. */
  readonly last?: Item | undefined;
}

/** The first text after all texts with this prefix. (`prefix~` is not enough: many letters sort after `~`.) */
export const afterPrefix = (prefix: string): string =>
  prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);

/** Clients send positions back and could have changed them; DynamoDB fails on a position outside of the range. */
function isWithin(position: Item, { pk, by, from, to }: Range): boolean {
  const names = new Set(['pk', 'sk', by]);
  const place = position[by];
  const isComplete =
    Object.keys(position).length === names.size &&
    [...names].every((name) => typeof position[name] === 'string' && position[name] !== '');
  return isComplete && position['pk'] === pk && typeof place === 'string' && place >= from && place <= to;
}

function queryInput(TableName: string, range: Range): QueryCommandInput {
  const { pk, by, index, isWhole, from, to, limit, isDescending, after } = range;
  if (after !== undefined && !isWithin(after, range)) throw invalidPageToken();
  return {
    TableName,
    ConsistentRead: true,
    KeyConditionExpression: `pk = :pk AND ${by} BETWEEN :from AND :to`,
    ExpressionAttributeValues: { ':pk': pk, ':from': from, ':to': to },
    ...(index !== undefined && { IndexName: index }),
    ...(isWhole === true && { Select: 'ALL_ATTRIBUTES' }),
    ...(limit !== undefined && { Limit: limit }),
    ...(isDescending === true && { ScanIndexForward: false }),
    ...(after !== undefined && { ExclusiveStartKey: after }),
  };
}

async function* pagesOf(
  db: DocumentClient,
  { Limit, ...input }: QueryCommandInput,
  onReadOn?: () => void,
): AsyncGenerator<readonly Item[]> {
  let page = await db.send(new QueryCommand(Limit === undefined ? input : { ...input, Limit }));
  yield page.Items ?? [];
  while (page.LastEvaluatedKey !== undefined) {
    onReadOn?.();
    page = await db.send(new QueryCommand({ ...input, ExclusiveStartKey: page.LastEvaluatedKey }));
    yield page.Items ?? [];
  }
}

export async function queryPage(db: DocumentClient, table: string, range: Range): Promise<ItemPage> {
  const { Items = [], LastEvaluatedKey } = await db.send(new QueryCommand(queryInput(table, range)));
  return { items: Items, last: LastEvaluatedKey };
}

/** All items of a range. */
export async function queryAll(db: DocumentClient, table: string, range: Range): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of pagesOf(db, queryInput(table, range))) items.push(...page);
  return items;
}

/**
 * The items of any query, page after page; a `Limit` applies to the first page only. `onReadOn` is called right before
 * each page after the first is asked for.
 */
export async function* queryEach(
  db: DocumentClient,
  input: QueryCommandInput,
  onReadOn?: () => void,
): AsyncGenerator<Item> {
  for await (const page of pagesOf(db, input, onReadOn)) yield* page;
}

/** All items of a partition whose sort key begins with a prefix. */
export const queryPrefix = (db: DocumentClient, table: string, pk: string, prefix: string): Promise<Item[]> =>
  queryAll(db, table, { pk, by: 'sk', from: prefix, to: afterPrefix(prefix) });

/** A position as text, for page tokens: the key attributes of the last item read. */
export const positionOf = (last: Item | undefined): string | undefined =>
  last === undefined ? undefined : JSON.stringify(last);
export function parsePosition(position: string | undefined): Item | undefined {
  if (position === undefined) return undefined;
  try {
    const parsed: unknown = JSON.parse(position);
    if (typeof parsed === 'object' && parsed !== null) return parsed as Item;
  } catch {
    // Falls through to the error below.
  }
  throw invalidPageToken();
}
