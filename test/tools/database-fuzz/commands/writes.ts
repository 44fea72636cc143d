/** Random writes: single, batches and transactions. */
import { condition } from './conditions.ts';
import { between, distinct, item, keyText, newIndexKeys, shape, times, type Setting } from './setting.ts';
import type { Shape } from './tables.ts';
import { Terms } from './terms.ts';
import { update } from './updates.ts';
import { key, type Item } from './values.ts';

function conditional(terms: Terms, share: number): Item {
  if (!terms.random.percent(share)) return {};
  const ConditionExpression = terms.random.percent(35)
    ? `attribute_${terms.random.percent(50) ? 'not_' : ''}exists(pk)`
    : condition(terms);
  return { ConditionExpression, ...(terms.random.percent(40) && { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }) };
}

/** Percentage with a condition: in a transaction, one failed condition cancels everything. */
const PERCENT_SINGLE = 35;
const PERCENT_IN_TRANSACTION = 12;

export function put(setting: Setting, share = PERCENT_SINGLE): Item {
  const of = shape(setting);
  const terms = new Terms(setting.random);
  const checks = conditional(terms, share);
  return { TableName: of.tableName, Item: item(setting, of), ...checks, ...terms.attributes };
}

export function change(setting: Setting, share = PERCENT_SINGLE): Item {
  const { random } = setting;
  const of = shape(setting);
  const terms = new Terms(random);
  const Key = key(random);
  const UpdateExpression = random.percent(98) ? update(terms, newIndexKeys(setting, of, Key)) : undefined;
  const checks = conditional(terms, share);
  return {
    TableName: of.tableName,
    Key,
    ...(UpdateExpression !== undefined && { UpdateExpression }),
    ...checks,
    ...terms.attributes,
  };
}

export function removal(setting: Setting, share = PERCENT_SINGLE): Item {
  const terms = new Terms(setting.random);
  const checks = conditional(terms, share);
  return { TableName: shape(setting).tableName, Key: key(setting.random), ...checks, ...terms.attributes };
}

function check(setting: Setting): Item {
  const terms = new Terms(setting.random);
  const ConditionExpression = setting.random.percent(40) ? 'attribute_exists(pk)' : condition(terms);
  const returned = setting.random.percent(40) ? { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } : {};
  return {
    TableName: shape(setting).tableName,
    Key: key(setting.random),
    ConditionExpression,
    ...returned,
    ...terms.attributes,
  };
}

export function batchWrite(setting: Setting): Item {
  const { random } = setting;
  const tables = setting.shapes.filter(() => random.percent(70));
  const requests = (of: Shape): Item[] => {
    const writes = times(between(random, 1, 4), (): [Item, Item] => {
      if (random.percent(30)) return ((Key) => [Key, { DeleteRequest: { Key } }])(key(random));
      const Item = item(setting, of);
      return [Item, { PutRequest: { Item } }];
    });
    // DynamoDB Local puts before it deletes; a batch promises no order.
    return distinct(writes, ([of]) => keyText(of))
      .map(([, write]) => write)
      .toSorted((a, b) => Number('DeleteRequest' in a) - Number('DeleteRequest' in b));
  };
  return {
    RequestItems: Object.fromEntries(
      (tables.length === 0 ? [shape(setting)] : tables).map((of) => [of.tableName, requests(of)]),
    ),
  };
}

export function transactWrite(setting: Setting): Item {
  const { random, prefix } = setting;
  const writes = times(between(random, 1, 4), (): [string, Item] => {
    const kind = random.below(10);
    if (kind < 4) return ['Put', put(setting, PERCENT_IN_TRANSACTION)];
    if (kind < 7) return ['Update', change(setting, PERCENT_IN_TRANSACTION)];
    return kind < 8 ? ['Delete', removal(setting, PERCENT_IN_TRANSACTION)] : ['ConditionCheck', check(setting)];
  });
  const items = distinct(
    writes,
    ([, { TableName, Key, Item }]) => `${String(TableName)} ${keyText((Key ?? Item) as Item)}`,
  );
  const token = random.percent(15) ? { ClientRequestToken: `${prefix}-${String(random.below(4))}` } : {};
  return { TransactItems: items.map(([kind, write]) => ({ [kind]: write })), ...token };
}

export function insertEach(setting: Setting): Item {
  const of = shape(setting);
  const items = distinct(
    times(between(setting.random, 1, 4), () => item(setting, of)),
    keyText,
  );
  const statement = (inserted: Item): Item => {
    const entries = Object.entries(inserted).filter(([, value]) => value !== undefined);
    return {
      Statement: `INSERT INTO "${of.tableName}" VALUE {${entries.map(([name]) => `'${name}': ?`).join(', ')}}`,
      Parameters: entries.map(([, value]) => value),
    };
  };
  return { Statements: items.map(statement) };
}
