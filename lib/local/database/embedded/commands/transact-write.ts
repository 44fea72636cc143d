/** TransactWriteItems: up to a hundred writes, all or none, with a cancellation reason for each. */
import { hash } from 'node:crypto';
import type { CancellationReason } from '@aws-sdk/client-dynamodb';
import type { Engine } from '#lib/local/database/embedded/storage/engine';
import { itemOf } from '#lib/local/database/embedded/storage/table';
import { attributeValues } from '#lib/local/database/embedded/values/attribute-values';
import { unitsToWrite } from '#lib/local/database/embedded/values/capacity';
import {
  cancelled,
  CONDITION_FAILED,
  invalid,
  isInvalid,
  otherParameters,
} from '#lib/local/database/embedded/values/errors';
import { writeItem } from '#lib/local/database/embedded/values/item-text';
import { itemSize } from '#lib/local/database/embedded/values/sizes';
import { normalised, type Item } from '#lib/local/database/embedded/values/values';
import { checkOptions, KEY_FAULT } from './checks.ts';
import type { Answer, CommandInput } from './command.ts';
import { idOf, outcomeOf, prepareWrite, type Kind, type Outcome, type Write, type WriteInput } from './write-one.ts';

interface Part extends WriteInput, CommandInput {
  readonly ReturnValuesOnConditionCheckFailure?: string;
}

type TransactItem = Readonly<Partial<Record<Kind, Part>>>;

interface TransactInput extends CommandInput {
  readonly TransactItems?: readonly TransactItem[];
  readonly ClientRequestToken?: string;
}

const OPTIONS = new Set(['TransactItems', 'ClientRequestToken', 'ReturnConsumedCapacity']);
const SHARED = [
  'TableName',
  'ConditionExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'ReturnValuesOnConditionCheckFailure',
];
const PART_OPTIONS: Readonly<Record<Kind, ReadonlySet<string>>> = {
  Put: new Set([...SHARED, 'Item']),
  Update: new Set([...SHARED, 'Key', 'UpdateExpression']),
  Delete: new Set([...SHARED, 'Key']),
  ConditionCheck: new Set([...SHARED, 'Key']),
};
const KINDS = Object.keys(PART_OPTIONS) as Kind[];
const MAX_ITEMS = 100;
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_TOKEN = 36;
const TOKEN_MS = 10 * 60_000;
const NO_REASON = 'None';

interface PlannedWrite {
  readonly write: Write;
  readonly showsItem: boolean;
}

const validationReason = (Message: string): CancellationReason => ({ Code: 'ValidationError', Message });

function plan(engine: Engine, item: TransactItem): PlannedWrite {
  const kinds = KINDS.filter((kind) => item[kind] !== undefined);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    throw invalid('TransactItems can only contain one of Check, Put, Update or Delete');
  }
  const part = item[kind] ?? {};
  checkOptions(`TransactWriteCommand (${kind})`, part, PART_OPTIONS[kind]);
  if (kind === 'ConditionCheck' && part.ConditionExpression === undefined)
    throw invalid('A ConditionCheck needs a ConditionExpression');
  return {
    write: prepareWrite(kind, engine.table(part.TableName), part),
    showsItem: part.ReturnValuesOnConditionCheckFailure === 'ALL_OLD',
  };
}

/** Key errors become cancellation reasons of their items; any other error fails the whole request. */
function planOrReason(engine: Engine, item: TransactItem): PlannedWrite | CancellationReason {
  try {
    return plan(engine, item);
  } catch (error) {
    if (isInvalid(error) && KEY_FAULT.test(error.message)) return validationReason(error.message);
    throw error;
  }
}

interface Evaluated {
  readonly outcome?: Outcome;
  readonly reason: CancellationReason;
}

/** What a write would do, or the reason why it fails. */
function evaluate({ write, showsItem }: PlannedWrite): Evaluated {
  try {
    const outcome = outcomeOf(write);
    if (outcome.isAllowed) return { outcome, reason: { Code: NO_REASON } };
    const Item = showsItem && outcome.before !== undefined ? attributeValues(itemOf(outcome.before)) : undefined;
    return { reason: { Code: 'ConditionalCheckFailed', Message: CONDITION_FAILED, ...(Item && { Item }) } };
  } catch (error) {
    if (!isInvalid(error)) throw error;
    return { reason: validationReason(error.message) };
  }
}

/** A request with the same token within ten minutes is not executed again. */
function isRepeated(engine: Engine, input: TransactInput, nowMs: number): boolean {
  const { ClientRequestToken: token, TransactItems } = input;
  if (token === undefined || token === '') return false;
  const request = hash('sha256', writeItem({ items: normalised(TransactItems) }).text);
  engine.file.run('DELETE FROM tokens WHERE at <= ?', nowMs - TOKEN_MS);
  const known = engine.file.row<[string]>('SELECT request FROM tokens WHERE token = ?', token);
  if (known !== undefined && known[0] !== request) throw otherParameters();
  if (known === undefined)
    engine.file.run('INSERT INTO tokens (token, request, at) VALUES (?, ?, ?)', token, request, nowMs);
  return known !== undefined;
}

function sizeOf({ item, size, expressions: { parameters } }: Write): number {
  return item === undefined ? itemSize(parameters.values as Item) : size;
}

/** Returns the consumed capacity. */
function applyWrite({ kind, table, key }: Write, { before, after, size }: Outcome, nowMs: number): number {
  const isRead = kind === 'ConditionCheck' || (before === undefined && after === undefined);
  return isRead ? unitsToWrite(before?.size ?? 0) : table.replace(key, before, after, { at: nowMs, size });
}

export function transactWrite(engine: Engine, input: TransactInput, nowMs: number): Answer {
  checkOptions('TransactWriteCommand', input, OPTIONS);
  const { TransactItems = [] } = input;
  if (TransactItems.length === 0 || TransactItems.length > MAX_ITEMS) {
    throw invalid(
      `1 validation error detected: 1 to ${String(MAX_ITEMS)} items are written in one transaction, not ${String(TransactItems.length)}`,
    );
  }
  if ((input.ClientRequestToken?.length ?? 0) > MAX_TOKEN)
    throw invalid(`A ClientRequestToken has at most ${String(MAX_TOKEN)} characters`);
  const steps = TransactItems.map((item) => planOrReason(engine, item));
  const planned = steps.filter((step) => 'write' in step);
  if (planned.reduce((sum, { write }) => sum + sizeOf(write), 0) > MAX_BYTES) {
    throw invalid('Collection size of items in transaction exceeded the limit of 4 MB');
  }
  return engine.file.write(() => {
    const units = new Map<string, number>();
    if (isRepeated(engine, input, nowMs)) return { units };
    const done = new Set<string>();
    // In order, as DynamoDB Local does: a second write to the same item fails for its own condition, or else for being
    // the second. Then everything is rolled back.
    const reasons = steps.map((step) => {
      if (!('write' in step)) return step;
      const { outcome, reason } = evaluate(step);
      if (outcome === undefined) return reason;
      const { table } = step.write;
      const id = idOf(step.write);
      if (done.has(id)) throw invalid('Transaction request cannot include multiple operations on one item');
      done.add(id);
      units.set(table.name, (units.get(table.name) ?? 0) + 2 * applyWrite(step.write, outcome, nowMs));
      return reason;
    });
    if (reasons.some(({ Code }) => Code !== NO_REASON)) throw cancelled(reasons);
    return { units };
  });
}
