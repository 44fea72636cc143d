import { QueryCommand, type DynamoDBDocumentClient, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';

export type Item = Record<string, unknown>;

/** The items that a query finds, page after page; a `Limit` is one on the first page only. */
export async function* queryEach(
  client: DynamoDBDocumentClient,
  { Limit, ...input }: QueryCommandInput,
): AsyncGenerator<Item> {
  let page = await client.send(new QueryCommand(Limit === undefined ? input : { ...input, Limit }));
  yield* page.Items ?? [];
  while (page.LastEvaluatedKey !== undefined) {
    page = await client.send(new QueryCommand({ ...input, ExclusiveStartKey: page.LastEvaluatedKey }));
    yield* page.Items ?? [];
  }
}

export async function queryAll(client: DynamoDBDocumentClient, input: QueryCommandInput): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of queryEach(client, input)) items.push(item);
  return items;
}

/** The items of a partition whose sort key begins with a prefix, as of now. */
export const queryPrefix = (
  client: DynamoDBDocumentClient,
  TableName: string,
  pk: string,
  prefix: string,
): Promise<Item[]> =>
  queryAll(client, {
    TableName,
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
  });
