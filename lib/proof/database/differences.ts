/** The short list of what differs on purpose: where DynamoDB Local is unlike the service, ours is like the service. */
import { leastRead, onBoth, onReference, unitsOf, without, type Deliberate, type Units } from './answer-changes.ts';
import type { Page, Refusal } from './answers.ts';
import type { Command } from './commands.ts';
import type { Item } from './values.ts';

/** How many items a transaction has of a table, and whether it deletes one. */
function transacted({ TransactItems }: Item, table: string): { readonly count: number; readonly isDelete: boolean } {
  const items = ((TransactItems ?? []) as Readonly<Record<string, Item>>[])
    .flatMap((one) => Object.entries(one))
    .filter(([, { TableName }]) => TableName === table);
  return { count: items.length, isDelete: items.some(([kind]) => kind === 'Delete') };
}

/** What is wrong with one item of a transaction, told alone or as a reason. */
function isItemFault(refusal: Refusal | undefined): boolean {
  const reasons = (refusal?.CancellationReasons ?? []) as readonly { readonly Code?: string }[];
  return refusal?.name === 'ValidationException' || reasons.some(({ Code }) => Code === 'ValidationError');
}

/** The last page of a query of a table whose range ends at an item, where DynamoDB Local knows that nothing follows. */
function endsAtBound({ name, input }: Command, { LastEvaluatedKey: key }: Page): boolean {
  const bounds = Object.values((input['ExpressionAttributeValues'] ?? {}) as Item);
  return name === 'Query' && input['IndexName'] === undefined && key !== undefined && bounds.includes(key['sk']);
}

/** Besides: no table here has a TTL, which DynamoDB Local applies by the machine's clock and ours by the stack's. */
export const DELIBERATE: readonly Deliberate[] = [
  {
    what: 'A delete of a missing item tells its capacity on DynamoDB Local even if nobody asks.',
    apply: ({ input }, answers) =>
      input['ReturnConsumedCapacity'] === undefined
        ? onReference(answers, ({ ConsumedCapacity: _, ...page }) => page)
        : answers,
  },
  {
    what: 'A query or scan that meets nothing costs half a unit or one; on DynamoDB Local nothing.',
    apply: ({ name, input }, answers) =>
      name !== 'Query' && name !== 'Scan'
        ? answers
        : onReference(answers, (page) => {
            const [units] = unitsOf(page);
            return units?.CapacityUnits === 0
              ? { ...page, ConsumedCapacity: { ...units, CapacityUnits: leastRead(input) } }
              : page;
          }),
  },
  {
    what: 'A missing item costs a batch get half a unit or one; on DynamoDB Local nothing.',
    apply: ({ name, input }, answers) =>
      name !== 'BatchGet'
        ? answers
        : onReference(answers, (page) => {
            const asked = input['RequestItems'] as Record<string, Item & { Keys: unknown[] }>;
            const found = page['Responses'] as Record<string, unknown[]>;
            const missing = (table: string): number => (asked[table]?.Keys.length ?? 0) - (found[table]?.length ?? 0);
            const ConsumedCapacity = unitsOf(page).map(({ TableName, CapacityUnits }) => ({
              TableName,
              CapacityUnits: CapacityUnits + missing(TableName) * leastRead(asked[TableName] ?? {}),
            }));
            return page['ConsumedCapacity'] === undefined ? page : { ...page, ConsumedCapacity };
          }),
  },
  {
    what: 'A delete of a missing item costs a batch write one unit; on DynamoDB Local two.',
    apply: ({ name, input }, answers) => {
      if (name !== 'BatchWrite') return answers;
      const requests = input['RequestItems'] as Record<string, { DeleteRequest?: unknown }[]>;
      return onBoth(answers, (page) =>
        without(
          page,
          ({ TableName }) => requests[TableName]?.some(({ DeleteRequest }) => DeleteRequest !== undefined) === true,
        ),
      );
    },
  },
  {
    what: 'A transaction pays for each item; DynamoDB Local counts equal amounts once, and half for a missing item.',
    apply: ({ name, input }, answers) => {
      if (name !== 'TransactWrite') return answers;
      const isCompared = ({ TableName }: Units): boolean => transacted(input, TableName).count === 1;
      const priced = (units: Units): Units =>
        units.CapacityUnits === 1 && transacted(input, units.TableName).isDelete
          ? { ...units, CapacityUnits: 2 }
          : units;
      const compared = onBoth(answers, (page) => without(page, (units) => !isCompared(units)));
      return onReference(compared, (page) =>
        page['ConsumedCapacity'] === undefined ? page : { ...page, ConsumedCapacity: unitsOf(page).map(priced) },
      );
    },
  },
  {
    what: 'A transaction that is sent again pays for reads on DynamoDB Local, equal amounts once.',
    apply: ({ name, input }, answers) =>
      name === 'TransactWrite' && input['ClientRequestToken'] !== undefined
        ? onBoth(answers, (page) => without(page, () => true))
        : answers,
  },
  {
    what: 'After an item at the very end of a range, ours may give a key to go on with, and nothing follows it.',
    apply: (command, { reference, own }) => {
      const length = reference.pages?.length ?? 0;
      const [last, ...rest] = own.pages?.slice(length - 1) ?? [];
      const isOver =
        reference.pages?.at(-1)?.LastEvaluatedKey === undefined && rest.every(({ ScannedCount }) => ScannedCount === 0);
      if (last === undefined || !isOver || !endsAtBound(command, last)) return { reference, own };
      const { LastEvaluatedKey: _, ...page } = last;
      return { reference, own: { pages: [...(own.pages?.slice(0, length - 1) ?? []), page] } };
    },
  },
  {
    what: 'A fault of one item cancels a transaction or is thrown; DynamoDB Local chooses otherwise at times.',
    apply: (_command, { reference, own }) => {
      const isFault = isItemFault(own.refusal) && isItemFault(reference.refusal);
      return isFault && own.refusal?.name !== reference.refusal?.name ? { reference: own, own } : { reference, own };
    },
  },
  {
    what: 'An update of a key is refused before conditions are looked at; by DynamoDB Local after them.',
    apply: (_command, { reference, own }) => {
      const isRefused = JSON.stringify(own.refusal ?? '').includes('This attribute is part of the key');
      return isRefused && reference.refusal !== undefined ? { reference: own, own } : { reference, own };
    },
  },
  {
    what: 'Of a transaction with an item that is too large and another fault, either may be told.',
    apply: ({ name }, { reference, own }) => {
      const isEither = isItemFault(reference.refusal) && own.refusal?.name === 'ApiError';
      return name === 'TransactWrite' && isEither ? { reference: own, own } : { reference, own };
    },
  },
  {
    what: 'A wrong key in a transaction of reads is refused; DynamoDB Local cancels the transaction without reasons.',
    apply: ({ name }, { reference, own }) => {
      const { refusal } = reference;
      const isBare = refusal?.name === 'TransactionCanceledException' && refusal.CancellationReasons === undefined;
      if (name !== 'TransactGet' || !isBare) return { reference, own };
      return { reference: { refusal: { ...refusal, name: 'ValidationException' } }, own };
    },
  },
  {
    what: 'DynamoDB Local does not say what statements cost.',
    apply: ({ name }, answers) =>
      name === 'BatchExecuteStatement' ? onBoth(answers, ({ ConsumedCapacity: _, ...page }) => page) : answers,
  },
  {
    what: 'The message about a failed check in a transaction ends with a full stop on DynamoDB Local.',
    apply: (_command, { reference, own }) => {
      const { refusal } = reference;
      if (refusal?.CancellationReasons === undefined) return { reference, own };
      const CancellationReasons = (refusal.CancellationReasons as { Message?: string }[]).map((reason) => ({
        ...reason,
        Message: reason.Message?.replace(/failed\.$/, 'failed'),
      }));
      return { reference: { refusal: { ...refusal, CancellationReasons } }, own };
    },
  },
];
