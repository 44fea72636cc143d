/**
 * One write of one item: read the old item, test the condition, compute the new item. Shared by single writes and
 * transactions.
 */
import {
  readExpressions,
  type ExpressionInput,
  type Expressions,
} from '#lib/local/database/embedded/expressions/compile';
import { childOf, type PathSteps } from '#lib/local/database/embedded/expressions/paths';
import { pick } from '#lib/local/database/embedded/expressions/projections';
import { itemOf, type RowBefore, type RowKey, type Table } from '#lib/local/database/embedded/storage/table';
import { invalid } from '#lib/local/database/embedded/values/errors';
import { normalisedItem, type Item, type Value } from '#lib/local/database/embedded/values/values';
import {
  checkedItemKey,
  checkedKey,
  checkedSize,
  checkScalars,
  ITEM_TO_UPDATE_TOO_LARGE,
  ITEM_TOO_LARGE,
} from './checks.ts';

export type Kind = 'Put' | 'Update' | 'Delete' | 'ConditionCheck';

export interface WriteInput extends ExpressionInput {
  readonly Item?: Readonly<Record<string, unknown>> | undefined;
  readonly Key?: Readonly<Record<string, unknown>> | undefined;
}

/** A write whose input was checked; nothing was read for it yet. */
export interface Write {
  readonly kind: Kind;
  readonly table: Table;
  readonly key: RowKey;
  readonly item: Item | undefined;
  /** Size of the item. */
  readonly size: number;
  readonly expressions: Expressions;
}

/** Equal for two writes of the same item. */
export const idOf = ({ table, key }: Write): string => `${table.name}\0${key.pk}\0${key.sk}`;

/** What a write would do. */
export interface Outcome {
  readonly before: RowBefore | undefined;
  readonly isAllowed: boolean;
  readonly after: Item | undefined;
  readonly size: number;
  /** The paths that an update expression names. */
  readonly places: readonly PathSteps[];
}

export function prepareWrite(kind: Kind, table: Table, input: WriteInput): Write {
  const expressions = readExpressions(input);
  if (kind === 'Put') {
    checkScalars(table, expressions);
    const item = normalisedItem(input.Item ?? {});
    const key = checkedItemKey(table, item);
    return { kind, table, key, item, size: checkedSize(table, item, ITEM_TOO_LARGE), expressions };
  }
  const { hash, range } = table.schema;
  for (const [name] of expressions.update?.places(expressions.parameters) ?? []) {
    if (name === hash || name === range) {
      throw invalid(
        `One or more parameter values were invalid: Cannot update attribute ${String(name)}. This attribute is part of the key`,
      );
    }
  }
  // DynamoDB Local skips this check for ConditionCheck.
  if (kind !== 'ConditionCheck') checkScalars(table, expressions);
  return { kind, table, key: checkedKey(table, input.Key), item: undefined, size: 0, expressions };
}

const keyItem = ({ schema: { hash, range } }: Table, { pk, sk }: RowKey): Item => ({
  [hash]: pk,
  ...(range !== undefined && { [range]: sk }),
});

/** Applies the update to a copy of the item, and only if the condition holds. */
export function outcomeOf({ kind, table, key, item, size, expressions }: Write): Outcome {
  const before = table.find(key);
  const { condition, parameters, update } = expressions;
  const isRead = before !== undefined && (condition !== undefined || kind === 'Update' || kind === 'ConditionCheck');
  const current = isRead ? itemOf(before) : undefined;
  const isAllowed = condition === undefined || condition(current ?? {}, parameters);
  if (!isAllowed || kind === 'Delete') return { before, isAllowed, after: undefined, size: 0, places: [] };
  if (kind === 'ConditionCheck') return { before, isAllowed, after: current, size: before?.size ?? 0, places: [] };
  if (kind === 'Put') return { before, isAllowed, after: item, size, places: [] };
  const after = current ?? keyItem(table, key);
  const places = update?.apply(after, parameters) ?? [];
  checkedItemKey(table, after);
  return { before, isAllowed, after, size: checkedSize(table, after, ITEM_TO_UPDATE_TOO_LARGE), places };
}

/** The attributes in which a named path exists. */
function attributesAt(item: Item, places: readonly PathSteps[]): Item {
  const isThere = (place: PathSteps): boolean =>
    place.reduce<Value | undefined>((value, key) => childOf(value, key), item) !== undefined;
  return pick(
    item,
    [...new Set(places.filter(isThere).map(([name = '']) => name))].map((name) => [name]),
  );
}

/** `ReturnValues` of a single write. */
export function returnedValues(option: string | undefined, { before, after, places }: Outcome): Item | undefined {
  const isOld = option === 'ALL_OLD' || option === 'UPDATED_OLD';
  const item = option === undefined || option === 'NONE' ? undefined : isOld ? before && itemOf(before) : after;
  return item !== undefined && (option === 'UPDATED_OLD' || option === 'UPDATED_NEW')
    ? attributesAt(item, places)
    : item;
}
