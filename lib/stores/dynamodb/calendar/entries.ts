import { QueryCommand, type DynamoDBDocumentClient, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { EntryStore, Numbered, Page } from '#lib/calendar/stores';
import type { ListEntry } from '#lib/calendar/list-entry';
import { readEntry } from './items.ts';
import { afterChange, entryPrefix, userKey } from './keys.ts';

export function dynamoEntries(db: DynamoDBDocumentClient, TableName: string): EntryStore {
  const query = async (email: string, sortKey: string, range: readonly [string, string], limit: number, more: Partial<QueryCommandInput>): Promise<Page<Numbered<ListEntry>>> => {
    const { Items = [], LastEvaluatedKey } = await db.send(
      new QueryCommand({
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: `pk = :pk AND ${sortKey} BETWEEN :from AND :to`,
        ExpressionAttributeValues: { ':pk': userKey(email).pk, ':from': range[0], ':to': range[1] },
        Limit: limit,
        ...more,
      }),
    );
    const last = LastEvaluatedKey === undefined ? undefined : Items.at(-1);
    return { items: Items.map(readEntry), next: last === undefined ? undefined : String(last[sortKey]) };
  };
  /** The smallest key after `key`. */
  const following = (key: string): string => `${key}\u0001`;

  return {
    list: (email, after, limit) => query(email, 'sk', [after === undefined ? entryPrefix : following(after), `${entryPrefix}~`], limit, {}),
    listChanges: (email, seq, after, limit) => {
      const [from, to] = afterChange('L', seq);
      return query(email, 'changeKey', [after === undefined ? from : following(after), to], limit, { IndexName: 'byChange' });
    },
  };
}
