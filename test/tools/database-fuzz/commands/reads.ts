/** Random reads: by key, ranges of the table and its indexes, and scans. */
import type { Random } from '#test/tools/shared/random';
import { condition, projection } from './conditions.ts';
import { BASES, between, distinct, indexKey, keyText, shape, times, type Setting } from './setting.ts';
import type { Index } from './tables.ts';
import { Terms } from './terms.ts';
import { key, sortKey, type Item } from './values.ts';

export function get({ random, ...setting }: Setting): Item {
  const terms = new Terms(random);
  const ProjectionExpression = random.percent(30) ? projection(terms) : undefined;
  return {
    TableName: shape({ random, ...setting }).tableName,
    Key: key(random),
    ...(ProjectionExpression !== undefined && { ProjectionExpression }),
    ...terms.attributes,
  };
}

export const consistent = (random: Random): Item => (random.percent(40) ? { ConsistentRead: random.percent(80) } : {});

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

function keyCondition(setting: Setting, terms: Terms, source: Index, hashValue: string): string {
  const { random } = setting;
  const [hash, value] = [terms.loosely(terms.path(source.hash)), terms.loosely(terms.value(hashValue))];
  const equals = terms.loosely(random.percent(95) ? `${hash} = ${value}` : `${value} = ${hash}`);
  const bound = (): string =>
    source.name === undefined
      ? sortKey(random)
      : random.percent(50)
        ? random.pick(BASES)
        : indexKey(setting, source, source.range, { ...key(random), [source.hash]: hashValue });
  const range = (): string => terms.path(source.range);
  const forms = [
    () => equals,
    () => equals,
    () => `${equals} AND ${range()} ${random.pick(['=', '<', '<=', '>', '>='])} ${terms.value(bound())}`,
    () => `(${equals} AND ${terms.value(bound())} ${random.pick(['=', '<', '<=', '>', '>='])} ${range()})`,
    () =>
      `${equals} AND begins_with(${range()}, ${terms.value(
        bound()
          .slice(0, 1 + random.below(5))
          .toWellFormed(),
      )})`,
    () => {
      const bounds = [bound(), bound()].sort(byBytes);
      if (random.percent(3)) bounds.reverse();
      return `${equals} AND ${range()} BETWEEN ${terms.value(bounds[0])} AND ${terms.value(bounds[1])}`;
    },
  ];
  return (random.pick(forms) ?? (() => equals))();
}

const selection = (terms: Terms): Item => {
  const { random } = terms;
  if (random.percent(6)) return { Select: 'COUNT' };
  if (random.percent(3)) return { Select: random.pick(['ALL_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES']) };
  if (!random.percent(25)) return {};
  return { ProjectionExpression: projection(terms), ...(random.percent(5) && { Select: 'SPECIFIC_ATTRIBUTES' }) };
};

export function query(setting: Setting): Item {
  const { random, hasTies } = setting;
  const of = shape(setting);
  const source = random.pick(of.sources) as Index;
  const terms = new Terms(random);
  const from = key(random);
  const hashValue = source.isGlobal ? indexKey(setting, source, source.hash, from) : from.pk;
  const KeyConditionExpression = keyCondition(setting, terms, source, hashValue);
  const isLocal = source.name !== undefined && !source.isGlobal;
  const start = {
    ...from,
    ...(source.isGlobal && { gpk: hashValue, gsk: indexKey(setting, source, source.range, from) }),
    ...(isLocal && { [source.range]: indexKey(setting, source, source.range, from) }),
  };
  return {
    TableName: of.tableName,
    ...(source.name !== undefined && { IndexName: source.name }),
    KeyConditionExpression,
    ...(random.percent(25) && { FilterExpression: condition(terms).replaceAll('(pk)', '(v)') }),
    ...selection(terms),
    ...(random.percent(35) && { Limit: 1 + random.below(6) }),
    ...(random.percent(45) && { ScanIndexForward: random.percent(20) }),
    ...(!source.isGlobal && consistent(random)),
    ...(random.percent(8) && !(hasTies && source.name !== undefined) && { ExclusiveStartKey: start }),
    ...terms.attributes,
  };
}

export function scan(setting: Setting): Item {
  const { random } = setting;
  const of = shape(setting);
  const terms = new Terms(random);
  return {
    TableName: of.tableName,
    ...(random.percent(40) && { FilterExpression: condition(terms) }),
    ...selection(terms),
    ...(random.percent(40) && { Limit: 1 + random.below(20) }),
    ...consistent(random),
    ...terms.attributes,
  };
}

export function batchGet(setting: Setting): Item {
  const { random } = setting;
  const tables = setting.shapes.filter(() => random.percent(70));
  const request = (): Item => {
    const terms = new Terms(random);
    const Keys = distinct(
      times(between(random, 1, 8), () => key(random)),
      keyText,
    );
    return {
      Keys,
      ...consistent(random),
      ...(random.percent(20) && { ProjectionExpression: projection(terms) }),
      ...terms.attributes,
    };
  };
  return {
    RequestItems: Object.fromEntries(
      (tables.length === 0 ? [shape(setting)] : tables).map(({ tableName }) => [tableName, request()]),
    ),
  };
}

export function transactGet(setting: Setting): Item {
  const gets = times(between(setting.random, 1, 6), () => get(setting));
  return {
    TransactItems: distinct(gets, ({ TableName, Key }) => JSON.stringify([TableName, Key])).map((Get) => ({ Get })),
  };
}
