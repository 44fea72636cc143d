/** Strongly consistent ranges of one collection, a page at a time. */
import { QueryCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { invalidPageToken } from '#lib/api/errors';

export type Item = Record<string, unknown>;

export interface Range {
  readonly pk: string;
  /** The sort key: `sk`, or that of a local index. */
  readonly by: string;
  readonly index?: string;
  /** Both ends belong to it. */
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

/**
 * Comes after every key that begins like this, in the order of the database and of JavaScript: many letters come after
 * `~`.
 */
export const afterPrefix = (prefix: string): string =>
  prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);

/**
 * A position comes back from a client, who can write another one: the database refuses what lies outside of the range.
 */
function isWithin(position: Item, { pk, by, from, to }: Range): boolean {
  const names = new Set(['pk', 'sk', by]);
  const place = position[by];
  const isComplete =
    Object.keys(position).length === names.size &&
    [...names].every((name) => typeof position[name] === 'string' && position[name] !== '');
  return isComplete && position['pk'] === pk && typeof place === 'string' && place >= from && place <= to;
}

export async function queryPage(db: DynamoDBDocumentClient, TableName: string, range: Range): Promise<ItemPage> {
  const { pk, by, index, from, to, limit, isDescending, after } = range;
  if (after !== undefined && !isWithin(after, range)) throw invalidPageToken();
  const { Items = [], LastEvaluatedKey } = await db.send(
    new QueryCommand({
      TableName,
      ConsistentRead: true,
      KeyConditionExpression: `pk = :pk AND ${by} BETWEEN :from AND :to`,
      ExpressionAttributeValues: { ':pk': pk, ':from': from, ':to': to },
      ...(index !== undefined && { IndexName: index }),
      ...(limit !== undefined && { Limit: limit }),
      ...(isDescending === true && { ScanIndexForward: false }),
      ...(after !== undefined && { ExclusiveStartKey: after }),
    }),
  );
  return { items: Items, last: LastEvaluatedKey };
}

/** All pages of a range. */
export async function queryAll(db: DynamoDBDocumentClient, table: string, range: Range): Promise<Item[]> {
  const items: Item[] = [];
  let after: Item | undefined;
  do {
    const page = await queryPage(db, table, { ...range, after });
    items.push(...page.items);
    after = page.last;
  } while (after !== undefined);
  return items;
}

/** A position as text, for page tokens: the key attributes of the last item read. */
export const positionOf = (last: Item | undefined): string | undefined =>
  last === undefined ? undefined : JSON.stringify(last);
export function parsePosition(position: string | undefined): Item | undefined {
  if (position === undefined) return undefined;
  try {
    const parsed: unknown = JSON.parse(position);
    if (typeof parsed === 'object' && parsed !== null) return parsed as Item;
  } catch {
    // Not what was sealed.
  }
  throw invalidPageToken();
}
