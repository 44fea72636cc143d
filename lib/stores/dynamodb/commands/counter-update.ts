/** The write that moves a collection's counter, together with what else changes on its item. */
import type { Key } from '#lib/stores/dynamodb/item';
import type { Change } from './change.ts';
import type { TransactItem } from './conditional.ts';
import type { Turn } from './waiting-line.ts';

/** The changes of one transaction all read the same counter's item (see `takeBatch`). */
export function counterUpdate(
  TableName: string,
  key: Key,
  from: number,
  changes: readonly Change[],
  turn?: Turn,
): TransactItem {
  const to = from + changes.length;
  const marks = changes.flatMap(({ mark }) => (mark === undefined ? [] : [[mark, to] as const]));
  const latest = changes.flatMap(({ latest: name }, index) =>
    name === undefined ? [] : [[name, from + index + 1] as const],
  );
  const given = changes
    .flatMap((change) => Object.entries(change.set ?? {}))
    .filter(([, value]) => value !== undefined);
  const served = turn?.served === undefined ? [] : [['served', turn.served] as const];
  const set = [...new Map([...given, ...latest, ...marks, ...served])];
  const expected = Object.entries(changes[0]?.asRead ?? {});
  const classes = [...new Set(changes.flatMap((change) => change.classes ?? []))];
  const assignments = ['seq = :to', ...set.map((_, index) => `#a${String(index)} = :a${String(index)}`)];
  const countsTurn = turn !== undefined && turn.served === undefined;
  const additions = [...(classes.length > 0 ? ['classes :classes'] : []), ...(countsTurn ? ['served :turn'] : [])];
  const conditions = [
    'seq = :from',
    ...expected.map(([, value], index) =>
      value === undefined ? `attribute_not_exists(#e${String(index)})` : `#e${String(index)} = :e${String(index)}`,
    ),
  ];
  const names = [
    ...set.map(([name], index) => [`#a${String(index)}`, name]),
    ...expected.map(([name], index) => [`#e${String(index)}`, name]),
  ];
  return {
    Update: {
      TableName,
      Key: key,
      UpdateExpression: `SET ${assignments.join(', ')}${additions.length > 0 ? ` ADD ${additions.join(', ')}` : ''}`,
      ConditionExpression: conditions.join(' AND '),
      ...(names.length > 0 && { ExpressionAttributeNames: Object.fromEntries(names) as Record<string, string> }),
      ExpressionAttributeValues: {
        ':from': from,
        ':to': to,
        ...Object.fromEntries(set.map(([, value], index) => [`:a${String(index)}`, value])),
        ...Object.fromEntries(
          expected.flatMap(([, value], index) => (value === undefined ? [] : [[`:e${String(index)}`, value]])),
        ),
        ...(classes.length > 0 && { ':classes': new Set(classes) }),
        ...(countsTurn && { ':turn': 1 }),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}
