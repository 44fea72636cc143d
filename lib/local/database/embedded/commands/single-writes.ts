/** PutItem, UpdateItem and DeleteItem. */
import type { Engine } from '#lib/local/database/embedded/storage/engine';
import { itemOf } from '#lib/local/database/embedded/storage/table';
import { unitsToWrite } from '#lib/local/database/embedded/values/capacity';
import { conditionFailed } from '#lib/local/database/embedded/values/condition-failed';
import { invalid } from '#lib/local/database/embedded/values/errors';
import { toClientValue } from '#lib/local/database/embedded/values/item-text';
import type { Item } from '#lib/local/database/embedded/values/values';
import { checkOptions } from './checks.ts';
import type { Answer, CommandInput } from './command.ts';
import { outcomeOf, prepareWrite, returnedValues, type Kind, type WriteInput } from './write-one.ts';

const SHARED = [
  'TableName',
  'ConditionExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'ReturnValues',
  'ReturnConsumedCapacity',
  'ReturnValuesOnConditionCheckFailure',
];
const OPTIONS: Readonly<Record<Exclude<Kind, 'ConditionCheck'>, ReadonlySet<string>>> = {
  Put: new Set([...SHARED, 'Item']),
  Update: new Set([...SHARED, 'Key', 'UpdateExpression']),
  Delete: new Set([...SHARED, 'Key']),
};
const RETURNED: Readonly<Record<Exclude<Kind, 'ConditionCheck'>, readonly string[]>> = {
  Put: ['NONE', 'ALL_OLD'],
  Update: ['NONE', 'ALL_OLD', 'ALL_NEW', 'UPDATED_OLD', 'UPDATED_NEW'],
  Delete: ['NONE', 'ALL_OLD'],
};

export interface SingleWrite extends WriteInput, CommandInput {
  readonly ReturnValues?: string;
  readonly ReturnValuesOnConditionCheckFailure?: string;
}

const isEmpty = (item: Item): boolean => Object.keys(item).length === 0;

export const singleWrite =
  (kind: Exclude<Kind, 'ConditionCheck'>) =>
  (engine: Engine, input: SingleWrite, nowMs: number): Answer => {
    checkOptions(`${kind}Command`, input, OPTIONS[kind]);
    if (!RETURNED[kind].includes(input.ReturnValues ?? 'NONE')) throw invalid('Return values set to invalid value');
    const table = engine.table(input.TableName);
    const write = prepareWrite(kind, table, input);
    return engine.file.write((): Answer => {
      const outcome = outcomeOf(write);
      const { before, isAllowed, after, size } = outcome;
      if (!isAllowed) {
        const isShown = input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD';
        throw conditionFailed(isShown && before !== undefined ? itemOf(before) : undefined);
      }
      const units =
        before === undefined && after === undefined
          ? unitsToWrite(0)
          : table.replace(write.key, before, after, { at: nowMs, size });
      const values = returnedValues(input.ReturnValues, outcome);
      return {
        units: new Map([[table.name, units]]),
        ...(values !== undefined && !isEmpty(values) && { Attributes: toClientValue(values) }),
      };
    });
  };
