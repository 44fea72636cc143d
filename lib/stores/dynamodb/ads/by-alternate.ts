import type { DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { queryEach } from '#lib/stores/dynamodb/commands/query';
import type { Item } from '#lib/stores/dynamodb/item';

/** The items of one partition (`gpk`) of the index `byAlternate`, which follows the table with a short delay. */
export const queryAlternate = (db: DocumentClient, TableName: string, gpk: string): AsyncGenerator<Item> =>
  queryEach(db, {
    TableName,
    IndexName: 'byAlternate',
    KeyConditionExpression: 'gpk = :gpk',
    ExpressionAttributeValues: { ':gpk': gpk },
  });
