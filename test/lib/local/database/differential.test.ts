/** The quick form of `npm run fuzz -- --database`: the same random commands to our database and DynamoDB Local. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { StartupError } from '#lib/command/startup-error';
import { compareDatabases, type Outcome } from '#test/tools/database-fuzz/campaign';
import { openReference } from '#test/tools/database-fuzz/engines/dynamodb-local';
import { embeddedEngine } from '#test/tools/database-fuzz/engines/embedded';
import type { Engine, Tables } from '#test/tools/database-fuzz/engines/engines';
import { describeFault } from '#test/tools/database-fuzz/report';
import { isThorough } from '#test/tools/shared/random-cases';

const COMMANDS = isThorough ? 20_000 : 400;
/** Of the few, too, some are of an episode with large items, the sixth, and of one with equal sort keys. */
const FIRST_EPISODE = isThorough ? 0 : 2;

/** Undefined on a machine without Java; `.ci/run` has it, and says so. */
async function referenceIfThere(): Promise<Engine | undefined> {
  try {
    return await openReference();
  } catch (error) {
    if (!(error instanceof StartupError) || isThorough) throw error;
    console.warn(`The embedded database is compared with nothing but itself here. ${error.message}`);
    return undefined;
  }
}

describe('the embedded database', () => {
  let reference: Engine | undefined;
  let outcome: Outcome;

  beforeAll(async () => {
    reference = await referenceIfThere();
    outcome = await compareDatabases(
      { reference, own: embeddedEngine },
      { commands: COMMANDS, seed: 20_261_115, firstEpisode: FIRST_EPISODE, atOnce: 6, maxFindings: 5 },
    );
  });

  afterAll(() => reference?.close());

  test('answers as DynamoDB Local does where that is there; its streams and indexes tell what its tables hold', () => {
    expect(outcome.faults.map(describeFault)).toEqual([]);
    expect(outcome.played).toBeGreaterThanOrEqual(COMMANDS);
  });

  test('was sent every kind of command, and did some and refused some of each', () => {
    expect(outcome.rows.map(({ name }) => name).sort()).toEqual([
      'BatchExecuteStatement',
      'BatchGet',
      'BatchWrite',
      'Delete',
      'Get',
      'Put',
      'Query',
      'Scan',
      'TransactGet',
      'TransactWrite',
      'Update',
    ]);
    for (const { name, answered, refused } of outcome.rows)
      expect({ name, isMixed: answered > COMMANDS / 200 && (refused > 0 || !isThorough) }).toEqual({
        name,
        isMixed: true,
      });
  });
});

/** The embedded database with one thing wrong. */
const brokenEngine = (breakTables: (tables: Tables) => Partial<Tables>): Engine => ({
  ...embeddedEngine,
  async open(shapes) {
    const tables = await embeddedEngine.open(shapes);
    return { ...tables, ...breakTables(tables) };
  },
});

describe('the comparison sees', () => {
  const campaign = { commands: 400, seed: 1, atOnce: 1, maxFindings: 1, maxTrials: 10 };
  const kindsOf = async (own: Engine): Promise<string[]> => {
    const { faults } = await compareDatabases({ reference: embeddedEngine, own }, campaign);
    return faults.flatMap(({ shrunk }) => shrunk.differences.map(({ kind }) => kind));
  };

  test('nothing between equals', async () => {
    expect(await kindsOf(embeddedEngine)).toEqual([]);
  });

  test.each<[string, RegExp, (answer: Record<string, unknown>) => unknown]>([
    [
      'an order',
      /^Items$/,
      (answer) => ('Items' in answer ? { ...answer, Items: (answer['Items'] as unknown[]).toReversed() } : answer),
    ],
    [
      'the end of a page',
      /^(LastEvaluatedKey|number of pages|what was scanned)$/,
      ({ LastEvaluatedKey: _, ...answer }) => answer,
    ],
    [
      'a price',
      /^capacity$/,
      (answer) =>
        'ConsumedCapacity' in answer ? { ...answer, ConsumedCapacity: { TableName: 'x', CapacityUnits: 7 } } : answer,
    ],
    ['an old item', /^Attributes$/, ({ Attributes: _, ...answer }) => answer],
  ])('%s', async (_what, kind, change) => {
    const own = brokenEngine(({ send }) => ({
      send: async (...command) => change((await send(...command)) as Record<string, unknown>) as object,
    }));

    expect(await kindsOf(own)).toContainEqual(expect.stringMatching(kind));
  });

  test('a lost record of a stream', async () => {
    const own = brokenEngine(({ changes }) => ({ changes: async (tableName) => (await changes(tableName)).slice(1) }));

    expect(await kindsOf(own)).toContain('stream');
  });

  test('an error that is not thrown, in one command', async () => {
    const own = brokenEngine(({ send }) => ({
      send: (...command) => send(...command).catch(() => ({ $metadata: {} })),
    }));
    const { faults } = await compareDatabases({ reference: embeddedEngine, own }, campaign);

    expect(faults.map(({ places }) => places.length)).toEqual([1]);
    expect(faults.flatMap(({ shrunk }) => shrunk.differences.map(({ kind }) => kind))).toEqual([
      'only the reference refuses',
    ]);
  });
});
