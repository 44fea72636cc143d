/** The intended differences: where DynamoDB Local differs from the service, ours follows the service. */
import { attributesOfLocal } from '#test/tools/database-fuzz/commands/tables';
import type { Item } from '#test/tools/database-fuzz/commands/values';
import {
  minReadUnits,
  onBoth,
  onReference,
  unitsOf,
  withoutUnits,
  type IntendedDifference,
  type Units,
} from './answer-changes.ts';
import type { Answer, Refusal } from './answer.ts';

interface Transacted {
  readonly count: number;
  readonly isDelete: boolean;
  readonly isCheck: boolean;
}

/** How many items of a transaction are in a table, and whether it deletes or checks one. */
function transacted({ TransactItems }: Item, table: string): Transacted {
  const items = ((TransactItems ?? []) as Readonly<Record<string, Item>>[])
    .flatMap((one) => Object.entries(one))
    .filter(([, { TableName }]) => TableName === table);
  const hasKind = (wanted: string): boolean => items.some(([kind]) => kind === wanted);
  return { count: items.length, isDelete: hasKind('Delete'), isCheck: hasKind('ConditionCheck') };
}

/** Whether an error is about one item of a transaction, by itself or as a reason. */
function isItemFault(refusal: Refusal | undefined): boolean {
  const reasons = (refusal?.CancellationReasons ?? []) as readonly { readonly Code?: string }[];
  return refusal?.name === 'ValidationException' || reasons.some(({ Code }) => Code === 'ValidationError');
}

/** Whether a table key equals one of the query's values. */
function isAtBound({ IndexName, ExpressionAttributeValues = {} }: Item, key: unknown): boolean {
  const bounds = Object.values(ExpressionAttributeValues as Item);
  return IndexName === undefined && key !== undefined && bounds.includes((key as Item)['sk']);
}

/** Whether a local index contains all that a query of it is to answer. */
function isWithinIndex({ IndexName, ProjectionExpression, ExpressionAttributeNames = {} }: Item): boolean {
  const attributes = attributesOfLocal(IndexName);
  if (attributes === undefined || typeof ProjectionExpression !== 'string') return false;
  const names = ExpressionAttributeNames as Readonly<Record<string, string>>;
  const asked = ProjectionExpression.split(',').map((path) => path.trim().replace(/[.[].*$/, ''));
  return asked.every((name) => attributes.includes(names[name] ?? name));
}

/** Whether a page was full by bytes, not by the number of items. */
const isFullByBytes = ({ pages = [] }: Answer, { Limit }: Item): boolean =>
  pages.some(({ LastEvaluatedKey, ScannedCount }) => LastEvaluatedKey !== undefined && ScannedCount !== Limit);

/** Not listed: no table here has a TTL, which DynamoDB Local applies by the machine's clock and ours by the stack's. */
export const INTENDED_DIFFERENCES: readonly IntendedDifference[] = [
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
              ? { ...page, ConsumedCapacity: { ...units, CapacityUnits: minReadUnits(input) } }
              : page;
          }),
  },
  {
    what: 'A projection of what a local index contains costs no reads of its table; on DynamoDB Local one for each item.',
    apply: ({ name, input }, answers) =>
      name === 'Query' && isWithinIndex(input) ? onBoth(answers, (page) => withoutUnits(page, () => true)) : answers,
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
              CapacityUnits: CapacityUnits + missing(TableName) * minReadUnits(asked[TableName] ?? {}),
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
        withoutUnits(
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
      const compared = onBoth(answers, (page) => withoutUnits(page, (units) => !isCompared(units)));
      return onReference(compared, (page) =>
        page['ConsumedCapacity'] === undefined ? page : { ...page, ConsumedCapacity: unitsOf(page).map(priced) },
      );
    },
  },
  {
    what: 'A check in a transaction costs what a write of its item would; on DynamoDB Local what a read would.',
    apply: ({ name, input }, answers) =>
      name === 'TransactWrite'
        ? onBoth(answers, (page) => withoutUnits(page, ({ TableName }) => transacted(input, TableName).isCheck))
        : answers,
  },
  {
    what: 'A transaction that is sent again pays for reads on DynamoDB Local, equal amounts once.',
    apply: ({ name, input }, answers) =>
      name === 'TransactWrite' && input['ClientRequestToken'] !== undefined
        ? onBoth(answers, (page) => withoutUnits(page, () => true))
        : answers,
  },
  {
    what: 'After an item at the very end of a range, ours may give a key to go on with, and nothing follows it.',
    apply: ({ name, input }, { reference, own }) => {
      const length = reference.pages?.length ?? 0;
      const [last, ...rest] = own.pages?.slice(length - 1) ?? [];
      const isOver =
        reference.pages?.at(-1)?.LastEvaluatedKey === undefined && rest.every(({ ScannedCount }) => ScannedCount === 0);
      if (last === undefined || !isOver || name !== 'Query' || !isAtBound(input, last.LastEvaluatedKey))
        return { reference, own };
      const { LastEvaluatedKey: _, ...page } = last;
      return { reference, own: { pages: [...(own.pages?.slice(0, length - 1) ?? []), page] } };
    },
  },
  {
    what: 'A scan reads items in an order of the database, so pages of a megabyte end elsewhere.',
    apply: ({ name, input }, { reference, own }) =>
      name === 'Scan' && (isFullByBytes(reference, input) || isFullByBytes(own, input))
        ? { reference: own, own }
        : { reference, own },
  },
  {
    what: 'A fault of one item cancels a transaction or is thrown; DynamoDB Local chooses otherwise at times.',
    apply: (_command, { reference, own }) => {
      const isFault = isItemFault(own.refusal) && isItemFault(reference.refusal);
      return isFault && own.refusal?.name !== reference.refusal?.name ? { reference: own, own } : { reference, own };
    },
  },
  {
    what: 'Of a transaction that a condition cancels, all that is wrong is told; DynamoDB Local leaves out some.',
    apply: (_command, { reference, own }) => {
      const codes = [reference, own].map(({ refusal }) =>
        ((refusal?.CancellationReasons ?? []) as readonly { readonly Code: string }[]).map(({ Code }) => Code),
      );
      const [theirs = [], ours = []] = codes;
      const isLess =
        theirs.includes('ConditionalCheckFailed') &&
        ours.every((code, at) => code === theirs[at] || (code === 'ValidationError' && theirs[at] === 'None'));
      return isLess && ours.length === theirs.length ? { reference: own, own } : { reference, own };
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
    what: 'DynamoDB Local refuses a request of more than 16 MB without the name of an error.',
    apply: (_command, { reference, own }) =>
      reference.refusal?.name === 'Unknown' && own.refusal !== undefined ? { reference: own, own } : { reference, own },
  },
  {
    what: 'Of a write that is too large and has another fault, either may be told.',
    apply: (_command, { reference, own }) => {
      const refusals = [reference.refusal, own.refusal];
      const isEither = refusals.some((refusal) => refusal?.name === 'ApiError') && refusals.some(isItemFault);
      return isEither ? { reference: own, own } : { reference, own };
    },
  },
  {
    what: 'A query may go on after an item at the very end of its range; DynamoDB Local refuses.',
    apply: ({ input }, { reference, own }) => {
      const isOver =
        own.pages?.length === 1 && own.pages[0]?.ScannedCount === 0 && own.pages[0].LastEvaluatedKey === undefined;
      const isRefused = reference.refusal?.message.endsWith('does not match the range key predicate') === true;
      return isOver && isRefused && isAtBound(input, input['ExclusiveStartKey'])
        ? { reference: own, own }
        : { reference, own };
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
