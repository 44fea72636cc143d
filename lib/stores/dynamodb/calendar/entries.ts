import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ListEntry } from '#lib/calendar/list-entry';
import type { EntryStore, Numbered, Page } from '#lib/calendar/stores';
import { parsePosition, positionOf, queryPage, type Range } from '../query.ts';
import { readEntry } from './items.ts';
import { afterChange, entryPrefix, userKey } from './keys.ts';

export function dynamoEntries(db: DynamoDBDocumentClient, table: string): EntryStore {
  const page = async (range: Range): Promise<Page<Numbered<ListEntry>>> => {
    const { items, last } = await queryPage(db, table, range);
    return { items: items.map(readEntry), next: positionOf(last) };
  };
  return {
    list: (email, after, limit) =>
      page({ pk: userKey(email).pk, by: 'sk', from: entryPrefix, to: `${entryPrefix}~`, limit, after: parsePosition(after) }),
    listChanges: (email, seq, after, limit) => {
      const [from, to] = afterChange('L', seq);
      return page({ pk: userKey(email).pk, by: 'changeKey', index: 'byChange', from, to, limit, after: parsePosition(after) });
    },
  };
}
