/** Public keys and revocations of the authorization server, in the table of a service. */
import type { IssuerRecords, PublishedKey } from '#lib/api/issuer-records';
import { PutCommand, type DocumentClient, type QueryCommandInput } from '#lib/stores/dynamodb/client/commands';
import { queryEach } from '#lib/stores/dynamodb/commands/query';
import type { Item } from '#lib/stores/dynamodb/item';
import { ISSUER_KEYS_PARTITION, REVOCATIONS_PARTITION, issuerKeyKey, revocationKey } from './platform-keys.ts';

const VERSION = 1;

export function dynamoIssuerRecords(db: DocumentClient, TableName: string): IssuerRecords {
  const all = (input: Omit<QueryCommandInput, 'TableName'>): Promise<Item[]> =>
    Array.fromAsync(queryEach(db, { TableName, ConsistentRead: true, ...input }));

  return {
    async keys() {
      const items = await all({
        KeyConditionExpression: 'pk = :keys',
        ExpressionAttributeValues: { ':keys': ISSUER_KEYS_PARTITION },
      });
      return items.map((item) => ({
        kid: String(item['sk']),
        jwk: JSON.parse(String(item['jwk'])) as PublishedKey['jwk'],
      }));
    },

    async publish({ kid, jwk }, expires) {
      await db.send(
        new PutCommand({ TableName, Item: { ...issuerKeyKey(kid), v: VERSION, jwk: JSON.stringify(jwk), expires } }),
      );
    },

    async revokedSince(ms) {
      const items = await all({
        KeyConditionExpression: 'pk = :revoked AND sk >= :since',
        ExpressionAttributeValues: { ':revoked': REVOCATIONS_PARTITION, ':since': revocationKey(ms, '').sk },
      });
      return items.map((item) => {
        const [at = '', id = ''] = String(item['sk']).split('#');
        return { id, atMs: Number(at), untilMs: Number(item['expires']) * 1000 };
      });
    },

    async revoke({ id, atMs, untilMs }) {
      const expires = Math.ceil(untilMs / 1000);
      await db.send(new PutCommand({ TableName, Item: { ...revocationKey(atMs, id), v: VERSION, expires } }));
    },
  };
}

/** Writes reach every table; reads come from the first. */
export const inEveryTable = (copies: readonly [IssuerRecords, ...IssuerRecords[]]): IssuerRecords => ({
  keys: () => copies[0].keys(),
  revokedSince: (ms) => copies[0].revokedSince(ms),
  async publish(key, expires) {
    await Promise.all(copies.map((copy) => copy.publish(key, expires)));
  },
  async revoke(revocation) {
    await Promise.all(copies.map((copy) => copy.revoke(revocation)));
  },
});
