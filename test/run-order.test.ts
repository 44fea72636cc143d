/** In which order `npm test` starts the files. */
import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { newFolder } from '#test/support/run/folders/new-folder';
import SlowestFirst, { SLOW } from '#test/support/run/slowest-first';

type Tests = Parameters<SlowestFirst['sort']>[0];

const [pages, events, small, slow] = ['/a/test/functions/console/pages', '/a/b/events', '/a/b/small', `/a/${SLOW[0]}`];
const SIZES: Readonly<Record<string, number>> = { [small]: 1, [events]: 9, [slow]: 3, [pages]: 2 };

/** As jest hands them over. */
function newTests(): Tests {
  const config = { cache: true, cacheDirectory: newFolder(), haste: {}, id: 'order' };
  const context = { config, hasteFS: { getSize: (path: string) => SIZES[path] } };
  return Object.keys(SIZES).map((path) => ({ path, context })) as never;
}

const order = async (sequencer: SlowestFirst, tests: Tests): Promise<string[]> =>
  (await sequencer.sort(tests)).map(({ path }) => path);

test('in a new clone what waits for other programs starts first, the rest by size', async () => {
  expect(await order(new SlowestFirst({} as never), newTests())).toEqual([slow, pages, events, small]);
});

test('once jest has run them all it goes by how long they took', async () => {
  const [sequencer, tests] = [new SlowestFirst({} as never), newTests()];
  const took = { [small]: 40, [events]: 10, [slow]: 30, [pages]: 20 };
  const testResults = Object.entries(took).map(([testFilePath, runtime]) => ({ testFilePath, perfStats: { runtime } }));
  sequencer.cacheResults(tests, { testResults } as never);

  expect(await order(sequencer, tests)).toEqual([small, slow, pages, events]);
});

test('the folders are there', () => {
  expect(SLOW.filter((path) => !existsSync(path) && !existsSync(`${path}.test.ts`))).toEqual([]);
});
