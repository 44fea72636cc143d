import { subjectsOf, type Grant } from '#lib/ads/model/grant';
import type { GrantStore } from '#lib/ads/stores/all';
import { PutCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { transacted } from '#lib/stores/dynamodb/commands/conditional';
import { queryEach } from '#lib/stores/dynamodb/commands/query';
import type { Item } from '#lib/stores/dynamodb/item';
import { queryAlternate } from './by-alternate.ts';
import { grantKey, grantPartition, GRANTS, SCHEMA_VERSION } from './keys.ts';

const read = ({ subject, agencyId, advertiserId, role }: Item): Grant =>
  ({ subject, agencyId, ...(advertiserId !== undefined && { advertiserId }), role }) as Grant;

export const dynamoGrants = (db: DocumentClient, TableName: string): GrantStore => ({
  async listFor(email) {
    const grantsTo = (subject: string) =>
      Array.fromAsync(
        queryEach(db, {
          TableName,
          ConsistentRead: true,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': grantPartition(subject) },
        }),
      );
    return (await Promise.all(subjectsOf(email).map(grantsTo))).flat().map(read);
  },

  list: () => Array.fromAsync(queryAlternate(db, TableName, GRANTS), read),

  async put(grant) {
    const key = grantKey(grant);
    await db.send(
      new PutCommand({
        TableName,
        Item: { ...key, v: SCHEMA_VERSION, gpk: GRANTS, gsk: `${grant.subject}#${key.sk}`, ...grant },
      }),
    );
  },

  remove: (grant) =>
    transacted(db, [{ Delete: { TableName, Key: grantKey(grant), ConditionExpression: 'attribute_exists(pk)' } }]),
});
