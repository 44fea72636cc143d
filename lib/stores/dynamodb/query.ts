/** Strongly consistent ranges of one collection, a page at a time. */
import { QueryCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

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

export async function queryPage(db: DynamoDBDocumentClient, TableName: string, { pk, by, index, from, to, limit, isDescending, after }: Range): Promise<ItemPage> {
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
export const positionOf = (last: Item | undefined): string | undefined => (last === undefined ? undefined : JSON.stringify(last));
export const parsePosition = (position: string | undefined): Item | undefined => (position === undefined ? undefined : (JSON.parse(position) as Item));
