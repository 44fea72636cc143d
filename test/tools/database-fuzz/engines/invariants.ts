/**
 * Invariants without a reference: stream records lead to the tables' contents, and indexes contain the tables' items.
 */
import type { Index, Shape } from '#test/tools/database-fuzz/commands/tables';
import type { Item } from '#test/tools/database-fuzz/commands/values';
import { getAnswer, asText } from './answers.ts';
import type { Difference } from './compare.ts';
import type { Change, Tables } from './engines.ts';

export interface TableState {
  readonly shape: Shape;
  readonly items: readonly Item[];
  readonly changes: readonly Change[];
}

const keyText = ({ pk, sk }: Item): string => asText([pk, sk]);

/** Every record follows from those before it, and the last state is the table's. */
function compareStream({ items, changes }: TableState): Difference[] {
  const state = new Map<string, Item>();
  for (const { eventName, keys, oldImage, newImage } of changes) {
    const before = state.get(keyText(keys));
    const expected = newImage === undefined ? 'REMOVE' : before === undefined ? 'INSERT' : 'MODIFY';
    if (asText(before) !== asText(oldImage))
      return [{ kind: 'old image of a record', reference: asText(before), own: asText(oldImage) }];
    if (eventName !== expected || asText(before) === asText(newImage))
      return [{ kind: 'event of a record', reference: expected, own: `${eventName} ${asText(newImage)}` }];
    if (newImage === undefined) state.delete(keyText(keys));
    else state.set(keyText(keys), newImage);
  }
  const [told, held] = [[...state.values()].map(asText).sort(), items.map(asText).sort()];
  return asText(told) === asText(held)
    ? []
    : [{ kind: 'stream and table', reference: asText(told), own: asText(held) }];
}

/** The part of an item that an index contains. */
const contained = (item: Item, { hash, range, attributes }: Index): Item =>
  attributes === undefined
    ? item
    : Object.fromEntries(
        Object.entries(item).filter(([name]) => ['pk', 'sk', hash, range, ...attributes].includes(name)),
      );

const utf8Order = (a: unknown, b: unknown): number => Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));

/** A query of a whole partition returns its entries in order of their sort keys, forwards and backwards. */
async function compareIndex(tables: Tables, { shape, items }: TableState, index: Index): Promise<Difference[]> {
  const { name, hash, range } = index;
  const entries = items
    .filter((item) => item[hash] !== undefined && item[range] !== undefined)
    .map((item) => contained(item, index));
  const differences: Difference[] = [];
  for (const hashValue of new Set(entries.map((entry) => entry[hash]))) {
    const expected = entries
      .filter((entry) => entry[hash] === hashValue)
      .toSorted((a, b) => utf8Order(a[range], b[range]));
    for (const ScanIndexForward of [true, false]) {
      const input = {
        TableName: shape.tableName,
        ...(name !== undefined && { IndexName: name }),
        KeyConditionExpression: '#hash = :hash',
        ExpressionAttributeNames: { '#hash': hash },
        ExpressionAttributeValues: { ':hash': hashValue },
        ScanIndexForward,
      };
      const answer = await getAnswer(tables, { name: 'Query', input, readsAllPages: true });
      const found = answer.pages?.flatMap(({ Items = [] }) => Items) ?? [];
      const inOrder = ScanIndexForward ? expected : expected.toReversed();
      const view = (of: readonly Item[]): string => asText([of.map((item) => item[range]), of.map(asText).sort()]);
      if (view(found) !== view(inOrder))
        differences.push({
          kind: `partition of ${name ?? 'the table'}`,
          reference: view(inOrder),
          own: answer.refusal?.message ?? view(found),
        });
    }
  }
  return differences;
}

export async function invariantsOf(tables: Tables, held: TableState): Promise<Difference[]> {
  const indexes = await Promise.all(held.shape.sources.map((source) => compareIndex(tables, held, source)));
  return [...compareStream(held), ...indexes.flat()];
}
