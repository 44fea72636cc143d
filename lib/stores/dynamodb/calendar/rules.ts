import type { Calendar } from '#lib/calendar/model/calendar';
import { nextTick } from '#lib/calendar/model/change-clock';
import type { Job } from '#lib/calendar/model/job';
import type { AccessRule } from '#lib/calendar/model/rule';
import type { Page, Telling, WithSeq } from '#lib/calendar/stores/page';
import type { Leaver, RuleStore } from '#lib/calendar/stores/rules';
import { GetCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { parsePosition, positionOf, queryPage, type Range } from '#lib/stores/dynamodb/commands/query';
import type { OtherWrites, SequencedWrites, TransactItem } from '#lib/stores/dynamodb/commands/sequenced-writes';
import { entryChange } from './entries.ts';
import { jobItem, quietMark, readRule, ruleItem } from './items/items.ts';
import { changesAfter, calendarKey, changeKey, ruleKey, rulePrefix, userKey } from './items/keys.ts';

/** The rule, on condition that it is still as it was read. */
const ruleWrite = (
  TableName: string,
  calendarId: string,
  rule: AccessRule,
  previous: WithSeq<AccessRule> | undefined,
  seq: number,
  telling?: Telling,
): TransactItem => ({
  Put: {
    TableName,
    Item: { ...ruleItem(calendarId, rule, seq), ...quietMark(telling) },
    ...(previous === undefined
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : {
          ConditionExpression: 'changeKey = :before',
          ExpressionAttributeValues: { ':before': changeKey('A', previous.seq) },
        }),
  },
});

/** The calendar leaves the list of somebody who may no longer see it. */
const leaving = (TableName: string, { updatedAtMs }: AccessRule, { user, entry }: Leaver): OtherWrites => {
  const removed = { ...entry, isRemoved: true, updatedAtMs: nextTick(updatedAtMs, entry.updatedAtMs) };
  return {
    counter: userKey(user.email),
    seq: user.seq,
    change: entryChange(TableName, user.email, removed, entry),
  };
};

export function dynamoRules(db: DocumentClient, TableName: string, writes: SequencedWrites): RuleStore {
  const page = async (calendarId: string, range: Omit<Range, 'pk'>): Promise<Page<WithSeq<AccessRule>>> => {
    const { items, last } = await queryPage(db, TableName, { ...range, pk: calendarId });
    return { items: items.map(readRule), next: positionOf(last) };
  };
  const write = async (calendar: Calendar, items: (seq: number) => TransactItem[]): Promise<number | false> => {
    const outcome = await writes.write(calendarKey(calendar.id), calendar.seq, { items });
    return typeof outcome === 'number' && outcome;
  };

  return {
    async find(calendarId, ruleId) {
      const { Item } = await db.send(
        new GetCommand({ TableName, Key: ruleKey(calendarId, ruleId), ConsistentRead: true }),
      );
      return Item && readRule(Item);
    },

    list: (calendarId, after, limit) =>
      page(calendarId, { by: 'sk', from: rulePrefix, to: `${rulePrefix}~`, limit, after: parsePosition(after) }),
    listChanges: (calendarId, since, after, limit) =>
      page(calendarId, { ...changesAfter('A', since), isWhole: true, limit, after: parsePosition(after) }),

    replace: (calendar, rule, previous, telling) =>
      write(calendar, (seq) => [ruleWrite(TableName, calendar.id, rule, previous, seq, telling)]),

    async remove(calendar, rule, previous, leaver) {
      const job = (seq: number): Job => ({ kind: 'revoke', calendarId: calendar.id, ruleId: rule.id, seq });
      const items = (number: number): TransactItem[] => [
        ruleWrite(TableName, calendar.id, { ...rule, role: 'none' }, previous, number),
        { Put: { TableName, Item: jobItem(job(number)) } },
      ];
      const counter = calendarKey(calendar.id);
      const outcome = await (leaver === undefined
        ? writes.write(counter, calendar.seq, { items })
        : writes.writeBoth(counter, calendar.seq, { items }, leaving(TableName, rule, leaver)));
      return typeof outcome === 'number' && job(outcome);
    },
  };
}
