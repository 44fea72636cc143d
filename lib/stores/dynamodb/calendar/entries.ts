import type { ListEntry } from '#lib/calendar/model/list-entry';
import type { EntryStore } from '#lib/calendar/stores/entries';
import type { Page, Telling, WithSeq } from '#lib/calendar/stores/page';
import type { DocumentClient } from '#lib/stores/dynamodb/client/commands';
import type { Change } from '#lib/stores/dynamodb/commands/change';
import { afterPrefix, parsePosition, positionOf, queryPage, type Range } from '#lib/stores/dynamodb/commands/query';
import type { SequencedWrites, TransactItem } from '#lib/stores/dynamodb/commands/sequenced-writes';
import { entryItem, quietMark, readEntry, SCHEMA_VERSION } from './items/items.ts';
import { changesAfter, calendarKey, changeKey, entryKey, entryPrefix, subscriberKey, userKey } from './items/keys.ts';

/** Set by changes of events, not of the entry: a change of the entry keeps it. */
const NOT_OURS = new Set(['pk', 'sk', 'hasOverlays']);

/** Attributes of versions before 0.3, now in `entry`. */
export const FORMER_ENTRY_FIELDS = [
  'calendarId',
  'summaryOverride',
  'colorId',
  'backgroundColor',
  'foregroundColor',
  'isHidden',
  'isSelected',
  'defaultReminders',
  'notifications',
  'isRemoved',
  'updatedAtMs',
] as const;

/**
 * Writes the entry over what is there. Whether the events of the calendar carry overlays may change at the same time.
 */
function entryWrite(
  TableName: string,
  email: string,
  entry: ListEntry,
  previous: WithSeq<ListEntry> | undefined,
  seq: number,
  telling?: Telling,
): TransactItem {
  // Whoever had left the calendar may have set reminders by mail for some of its events before.
  const isBack = previous?.isRemoved === true && previous.hasOverlays === true && !entry.isRemoved;
  const fields = Object.entries({
    ...entryItem(email, entry, seq),
    ...(isBack && { remindsByMail: 1 }),
    ...quietMark(telling),
  }).filter(([name, value]) => !NOT_OURS.has(name) && value !== undefined);
  const names = fields.map(([name]) => name);
  const dropped = ['expires', 'isQuiet', 'remindsByMail', ...FORMER_ENTRY_FIELDS].filter(
    (name) => !names.includes(name),
  );
  return {
    Update: {
      TableName,
      Key: entryKey(email, entry.calendarId),
      UpdateExpression:
        `SET ${names.map((name) => `#${name} = :${name}`).join(', ')} ` +
        `REMOVE ${dropped.map((name) => `#${name}`).join(', ')}`,
      ConditionExpression: previous === undefined ? 'attribute_not_exists(pk)' : '#changeKey = :before',
      ExpressionAttributeNames: Object.fromEntries([...names, ...dropped].map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
        ...(previous !== undefined && { ':before': changeKey('L', previous.seq) }),
      },
    },
  };
}

/** Subscribers are also listed in the calendar's partition, while the calendar exists. */
const subscription = (TableName: string, email: string, calendarId: string, isListed: boolean): TransactItem[] =>
  isListed
    ? [
        { Put: { TableName, Item: { ...subscriberKey(calendarId, email), v: SCHEMA_VERSION } } },
        {
          ConditionCheck: {
            TableName,
            Key: calendarKey(calendarId),
            ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(isRemoved)',
          },
        },
      ]
    : [{ Delete: { TableName, Key: subscriberKey(calendarId, email) } }];

/** A change of somebody's list, numbered by their counter. */
export function entryChange(
  TableName: string,
  email: string,
  entry: ListEntry,
  previous: WithSeq<ListEntry> | undefined,
  telling?: Telling,
): Change {
  const wasListed = previous !== undefined && !previous.isRemoved;
  return {
    set: { updatedAtMs: entry.updatedAtMs },
    items: (number) => [
      entryWrite(TableName, email, entry, previous, number, telling),
      ...(wasListed === !entry.isRemoved ? [] : subscription(TableName, email, entry.calendarId, !entry.isRemoved)),
    ],
  };
}

export function dynamoEntries(db: DocumentClient, TableName: string, writes: SequencedWrites): EntryStore {
  const page = async (email: string, range: Omit<Range, 'pk'>): Promise<Page<WithSeq<ListEntry>>> => {
    const { items, last } = await queryPage(db, TableName, { ...range, pk: userKey(email).pk });
    return { items: items.map(readEntry), next: positionOf(last) };
  };

  return {
    list: (email, after, limit) =>
      page(email, { by: 'sk', from: entryPrefix, to: afterPrefix(entryPrefix), limit, after: parsePosition(after) }),
    listChanges: (email, seq, after, limit) =>
      page(email, { ...changesAfter('L', seq), isWhole: true, limit, after: parsePosition(after) }),

    async replace({ email, seq }, entry, previous, telling) {
      const outcome = await writes.write(userKey(email), seq, entryChange(TableName, email, entry, previous, telling));
      return typeof outcome === 'number';
    },
  };
}
