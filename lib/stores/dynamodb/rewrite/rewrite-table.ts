/**
 * Rewrites items that an earlier version wrote. Nobody has to wait for it: every store reads both forms, and writes the
 * new one with the next change. Writers go on meanwhile, and a run that was cut short goes on where it stopped.
 */
import { inParallel } from '#lib/api/process/in-parallel';
import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  ScanCommand,
  UpdateCommand,
} from '#lib/stores/dynamodb/client/commands';
import type { DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { wasWritten, type TransactItem } from '#lib/stores/dynamodb/commands/conditional';
import type { Item, Key } from '#lib/stores/dynamodb/item';

/** How one item gets its new form. */
export interface Rewrite {
  readonly set: Item;
  readonly remove: readonly string[];
  /** Attributes that every change of the item changes: with other values, it is rewritten already. */
  readonly asRead: Item;
  /** Sends the update together with what else belongs to it; by itself if left out. */
  readonly send?: (update: Update, db: DocumentClient, TableName: string) => Promise<boolean>;
}

export type Update = NonNullable<TransactItem['Update']>;

/** Undefined for an item that has the new form. */
export type RewriteOf = (item: Item) => Rewrite | undefined;

export interface Rewritten {
  /** Items looked at by this run. */
  readonly seen: number;
  readonly rewritten: number;
}

const POSITION: Key = { pk: 'REWRITE', sk: 'POSITION' };
const AT_ONCE = 16;

async function rewriteItem(
  db: DocumentClient,
  TableName: string,
  { pk, sk }: Item,
  { set, remove, asRead, send }: Rewrite,
): Promise<boolean> {
  const [values, expected] = [set, asRead].map((part) =>
    Object.entries(part).filter(([, value]) => value !== undefined),
  ) as [[string, unknown][], [string, unknown][]];
  const names = [...values.map(([name]) => name), ...remove, ...expected.map(([name]) => name)];
  const update: Update = {
    TableName,
    Key: { pk, sk },
    UpdateExpression:
      `SET ${values.map(([name]) => `#${name} = :${name}`).join(', ')}` +
      (remove.length > 0 ? ` REMOVE ${remove.map((name) => `#${name}`).join(', ')}` : ''),
    ConditionExpression: expected.map(([name]) => `#${name} = :before_${name}`).join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(values.map(([name, value]) => [`:${name}`, value])),
      ...Object.fromEntries(expected.map(([name, value]) => [`:before_${name}`, value])),
    },
  };
  return send === undefined ? wasWritten(() => db.send(new UpdateCommand(update))) : send(update, db, TableName);
}

/** Answers after each page how far it is; the position is stored in the table. */
export async function* rewriteTable(
  db: DocumentClient,
  TableName: string,
  rewriteOf: RewriteOf,
): AsyncGenerator<Rewritten> {
  const { Item } = await db.send(new GetCommand({ TableName, Key: POSITION, ConsistentRead: true }));
  let position = Item?.['after'] as Item | undefined;
  let [seen, rewritten] = [0, 0];
  do {
    const { Items = [], LastEvaluatedKey } = await db.send(
      new ScanCommand({ TableName, ConsistentRead: true, ExclusiveStartKey: position }),
    );
    const done = await inParallel(Items, AT_ONCE, async (item) => {
      const rewrite = rewriteOf(item);
      return rewrite !== undefined && (await rewriteItem(db, TableName, item, rewrite));
    });
    seen += Items.length;
    rewritten += done.filter(Boolean).length;
    position = LastEvaluatedKey;
    if (position !== undefined) await db.send(new PutCommand({ TableName, Item: { ...POSITION, after: position } }));
    yield { seen, rewritten };
  } while (position !== undefined);
  await db.send(new DeleteCommand({ TableName, Key: POSITION }));
}
