import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { Meter, withMeter } from '#lib/api/process/meter';
import { config } from '#lib/runtime/process/config';
import { documents } from '#lib/stores/dynamodb/client/client';
import {
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '#lib/stores/dynamodb/client/commands';
import type { Change } from '#lib/stores/dynamodb/commands/change';
import { SequencedWrites } from '#lib/stores/dynamodb/commands/sequenced-writes';
import { WaitingLine } from '#lib/stores/dynamodb/commands/waiting-line';
import { eventually } from '#test/support/eventually';

const TableName = config.calendarTable;

let pk: string;
let counter: { pk: string; sk: string };
beforeEach(async () => {
  pk = `counter-${randomUUID()}`;
  counter = { pk, sk: 'META' };
  await documents.send(new PutCommand({ TableName, Item: { ...counter, seq: 0 } }));
});

/** As one process has it. */
const instance = () => new SequencedWrites(documents, TableName);
/** Two processes. */
const instances = () => [instance(), instance()] as const;

const put = (sk: string): Change => ({
  items: (seq) => [
    { Put: { TableName, Item: { pk, sk, number: seq }, ConditionExpression: 'attribute_not_exists(pk)' } },
  ],
});

async function stored(): Promise<Record<string, number>> {
  const { Items = [] } = await documents.send(
    new QueryCommand({
      TableName,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :item)',
      ExpressionAttributeValues: { ':pk': pk, ':item': 'item' },
    }),
  );
  return Object.fromEntries(Items.map((item) => [String(item['sk']), Number(item['number'])]));
}
const counterItem = async () =>
  (await documents.send(new GetCommand({ TableName, Key: counter, ConsistentRead: true }))).Item ?? {};

/** The line beside the counter, as others have left it. */
const putLine = (line: { tail: number; begun: number }) =>
  documents.send(new PutCommand({ TableName, Item: { pk, sk: `${counter.sk}#LINE`, ...line } }));
const setServed = (served: number) =>
  documents.send(
    new UpdateCommand({
      TableName,
      Key: counter,
      UpdateExpression: 'SET served = :served',
      ExpressionAttributeValues: { ':served': served },
    }),
  );
const transactions = (sent: readonly string[]): number => sent.filter((name) => name === 'TransactWriteCommand').length;

/** The client, with something that happens before each command. */
function clientThat(first: (command: object) => Promise<void>): typeof documents {
  const send = async (command: Parameters<typeof documents.send>[0]): Promise<unknown> => {
    await first(command);
    return documents.send(command);
  };
  return new Proxy(documents, { get: (target, name): unknown => (name === 'send' ? send : Reflect.get(target, name)) });
}

describe('numbered writes', () => {
  test('64 writers in eight processes take numbers without gaps or repeats', async () => {
    const names = Array.from({ length: 384 }, (_, index) => `item${String(index)}`);
    const writers = Array.from({ length: 8 }, instance);

    const lanes = Array.from({ length: 64 }, async (_, lane) => {
      const numbers: [string, unknown][] = [];
      for (const name of names.filter((_name, index) => index % 64 === lane)) {
        numbers.push([name, await writers[lane % 8]?.write(counter, 0, put(name))]);
      }
      return numbers;
    });
    const outcomes = Object.fromEntries((await Promise.all(lanes)).flat());

    expect(Object.values(outcomes).toSorted((a, b) => Number(a) - Number(b))).toEqual(
      names.map((_, index) => index + 1),
    );
    expect(await stored()).toEqual(outcomes);
    expect(await counterItem()).toMatchObject({ seq: names.length });
  });

  test('a process that has lost two races sends nothing while it waits in line, and one transaction at its turn', async () => {
    await putLine({ tail: 1020, begun: 1000 });
    const sent: string[] = [];
    const writes = new SequencedWrites(
      clientThat(async (command) => {
        const isRaced = command instanceof TransactWriteCommand && transactions(sent) < 2;
        if (isRaced) await instance().write(counter, 0, put(`item-${randomUUID()}`));
        sent.push(command.constructor.name);
      }),
      TableName,
    );

    const written = writes.write(counter, 0, put('item-late'));
    await eventually(() => sent.filter((name) => name === 'GetCommand').length >= 2);
    const sentInLine = transactions(sent);
    await setServed(1020);

    expect(sentInLine).toBe(2);
    expect(await written).toBe(3);
    expect(transactions(sent)).toBe(3);
  });

  test('a process that has drawn a ticket and died holds nobody up', async () => {
    const died = Array.from({ length: 5 }, () => new WaitingLine(documents, TableName, counter));
    void Promise.allSettled(died.map((line) => line.turn()));
    const writers = Array.from({ length: 6 }, instance);

    const outcomes = await Promise.all(
      writers.flatMap((writes, lane) =>
        ['a', 'b'].map((name) => writes.write(counter, 0, put(`item-${name}${String(lane)}`))),
      ),
    );

    expect(outcomes.toSorted((a, b) => Number(a) - Number(b))).toEqual(
      writers.flatMap((_, index) => [2 * index + 1, 2 * index + 2]),
    );
  });

  test('whoever is in line and loses to another condition lets the next one go', async () => {
    const line = new WaitingLine(documents, TableName, counter);
    const turn = await line.turn();
    await line.pass(turn);
    const [first, second] = [await line.turn(), await line.turn()];
    await line.pass(first);
    await line.pass(second);

    const next = await line.turn();

    expect(next).toEqual({ seq: 0, served: undefined });
    expect((await counterItem())['served']).toBe(Number(turn.served) + 2);
  });

  test('those that are asked for together share a transaction', async () => {
    const [one] = instances();
    const meter = new Meter();

    await withMeter(meter, () =>
      Promise.all(['item-a', 'item-b', 'item-c'].map((name) => one.write(counter, 0, put(name)))),
    );

    expect(meter.calls.map(({ name, writes }) => [name, writes])).toEqual([['TransactWriteItems', 4]]);
    expect(await stored()).toEqual({ 'item-a': 1, 'item-b': 2, 'item-c': 3 });
  });

  test('a condition that does not hold is told to its own writer, and uses up no number', async () => {
    const [one, other] = instances();
    await one.write(counter, 0, put('item-taken'));

    const outcomes = await Promise.all([
      one.write(counter, 1, put('item-a')),
      one.write(counter, 1, put('item-taken')),
      other.write(counter, 0, put('item-b')),
      one.write(counter, 1, put('item-c')),
    ]);

    expect(outcomes[1]).toBe('lost');
    expect(outcomes.filter((outcome) => typeof outcome === 'number').toSorted()).toEqual([2, 3, 4]);
    expect(await counterItem()).toMatchObject({ seq: 4 });
  });

  test('what the database refuses is told to its own writer; those beside it are written', async () => {
    const tooLarge: Change = {
      items: (number) => [{ Put: { TableName, Item: { pk, sk: 'item-large', number, text: 'x'.repeat(450_000) } } }],
    };
    const [one] = instances();
    const outcomes = await Promise.allSettled([
      one.write(counter, 0, put('item-a')),
      one.write(counter, 0, tooLarge),
      one.write(counter, 0, put('item-b')),
    ]);

    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: 1 },
      { status: 'rejected', reason: { code: 413 } },
      { status: 'fulfilled', value: 2 },
    ]);
    expect(await stored()).toEqual({ 'item-a': 1, 'item-b': 2 });
    expect(await counterItem()).toMatchObject({ seq: 2 });
  });

  test('of two who want the same item one wins', async () => {
    const [one, other] = instances();

    const outcomes = await Promise.all([
      one.write(counter, 0, put('item')),
      other.write(counter, 0, put('item')),
      one.write(counter, 0, put('item')),
    ]);

    expect(outcomes.toSorted()).toEqual([1, 'lost', 'lost']);
  });

  test('nothing is written where there is no counter', async () => {
    const [one] = instances();

    expect(await one.write({ pk: `${pk}-none`, sk: 'META' }, 0, put('item'))).toBe('missing');
    expect(await stored()).toEqual({});
  });

  test('the counter carries attributes along', async () => {
    const [one] = instances();

    await Promise.all([
      one.write(counter, 0, { ...put('item-a'), set: { color: 'red' }, classes: ['Eh'] }),
      one.write(counter, 0, { ...put('item-b'), set: { shape: 'round', color: undefined }, classes: ['Ed', 'Eh'] }),
    ]);

    expect(await counterItem()).toMatchObject({ seq: 2, color: 'red', shape: 'round', classes: new Set(['Ed', 'Eh']) });
  });

  test('a mark gets the number of its own change, whoever writes beside it', async () => {
    const [one, other] = instances();

    const outcomes = await Promise.all([
      one.write(counter, 0, put('item-a')),
      one.write(counter, 0, { items: () => [], mark: 'clearedSeq' }),
      one.write(counter, 0, put('item-b')),
      other.write(counter, 0, put('item-c')),
    ]);

    expect(await counterItem()).toMatchObject({ seq: 4, clearedSeq: outcomes[1] });
  });

  test('a change that was read before a mark is lost, even when it waits right behind it', async () => {
    const [one, other] = instances();
    const read = { asRead: { clearedSeq: undefined } };

    const before = await one.write(counter, 0, { ...put('item-a'), ...read });
    const [mark, behind] = await Promise.all([
      one.write(counter, 1, { items: () => [], mark: 'clearedSeq' }),
      one.write(counter, 1, { ...put('item-b'), ...read }),
    ]);
    const elsewhere = await other.write(counter, 1, { ...put('item-c'), ...read });
    const fresh = await other.write(counter, 1, { ...put('item-d'), asRead: { clearedSeq: Number(mark) } });

    expect([before, mark, behind, elsewhere, fresh]).toEqual([1, 2, 'lost', 'lost', 3]);
    expect(await stored()).toEqual({ 'item-a': 1, 'item-d': 3 });
  });

  test('changes of two collections take place together or not at all', async () => {
    const [one, other] = instances();
    const second = { pk: `counter-${randomUUID()}`, sk: 'META' };
    await documents.send(new PutCommand({ TableName, Item: { ...second, seq: 5 } }));
    const numberOf = async () =>
      (await documents.send(new GetCommand({ TableName, Key: second, ConsistentRead: true }))).Item?.['seq'] as unknown;

    const both = await one.writeBoth(counter, 0, put('item-a'), { counter: second, seq: 5, change: put('item-b') });
    const stale = await other.writeBoth(counter, 1, put('item-c'), { counter: second, seq: 5, change: put('item-d') });
    const taken = await other.writeBoth(counter, 1, put('item-c'), { counter: second, seq: 6, change: put('item-b') });

    expect([both, stale, taken]).toEqual([1, 'lost', 'lost']);
    expect(await stored()).toEqual({ 'item-a': 1, 'item-b': 6 });
    expect([(await counterItem())['seq'], await numberOf()]).toEqual([1, 6]);
  });
});
