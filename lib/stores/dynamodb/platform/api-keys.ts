/** API keys, in the table of their service. */
import type { ApiKey, ApiKeyStore } from '#lib/api/api-keys';
import { GetCommand, PutCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { transacted } from '#lib/stores/dynamodb/commands/conditional';
import { queryEach } from '#lib/stores/dynamodb/commands/query';
import type { Item } from '#lib/stores/dynamodb/item';
import { API_KEYS_PARTITION, apiKeyKey } from './platform-keys.ts';

const VERSION = 1;

interface KeyItem extends Item {
  readonly sk: string;
  readonly label: string;
  readonly created: string;
}

const keyOf = ({ sk, label, created }: KeyItem): ApiKey => ({ hash: sk, label, created });

export const dynamoApiKeys = (db: DocumentClient, TableName: string): ApiKeyStore => ({
  async find(hash) {
    const { Item: item } = await db.send(new GetCommand({ TableName, Key: apiKeyKey(hash), ConsistentRead: true }));
    return item === undefined ? undefined : keyOf(item as KeyItem);
  },

  async list() {
    const items = queryEach(db, {
      TableName,
      KeyConditionExpression: 'pk = :keys',
      ExpressionAttributeValues: { ':keys': API_KEYS_PARTITION },
      ConsistentRead: true,
    });
    const keys = await Array.fromAsync(items, (item) => keyOf(item as KeyItem));
    return keys.sort((a, b) => Date.parse(a.created) - Date.parse(b.created));
  },

  async add({ hash, label, created }) {
    await db.send(new PutCommand({ TableName, Item: { ...apiKeyKey(hash), v: VERSION, label, created } }));
  },

  remove: (hash) =>
    transacted(db, [{ Delete: { TableName, Key: apiKeyKey(hash), ConditionExpression: 'attribute_exists(pk)' } }]),
});
