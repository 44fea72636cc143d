import { PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { subjectsOf, type Grant } from '#lib/ads/model/grant';
import type { GrantStore } from '#lib/ads/stores/all';
import { transacted } from '#lib/stores/dynamodb/commands/conditional';
import { grantKey, grantPartition, GRANTS, SCHEMA_VERSION } from './keys.ts';
import { queryAll, type Item } from './query-all.ts';

const read = ({ subject, agencyId, advertiserId, role }: Item): Grant =>
  ({ subject, agencyId, ...(advertiserId !== undefined && { advertiserId }), role }) as Grant;

export const dynamoGrants = (db: DynamoDBDocumentClient, TableName: string): GrantStore => ({
  async listFor(email) {
    const grantsTo = (subject: string) =>
      queryAll(db, {
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': grantPartition(subject) },
      });
    return (await Promise.all(subjectsOf(email).map(grantsTo))).flat().map(read);
  },

  async list() {
    const items = await queryAll(db, {
      TableName,
      IndexName: 'byAlternate',
      KeyConditionExpression: 'gpk = :all',
      ExpressionAttributeValues: { ':all': GRANTS },
    });
    return items.map(read);
  },

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
