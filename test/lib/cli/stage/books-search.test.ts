/** @modules own */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { IndexVersion } from '#lib/stores/dynamodb/books/index-pointer';
import { useLibrary } from '#test/support/books/use-library';
import { type StandIn, standInDomain } from '#test/support/opensearch/stand-in';
import { newFolder } from '#test/support/run/folders/new-folder';
import { stageVariables } from '#test/support/run/folders/stage-folder';
import { callPrograms, type Outcome, runProgram } from '#test/support/stack/run-program';

useLibrary([
  { id: 'a', title: 'Aardvark' },
  { id: 'b', title: 'Badger' },
]);
let opened: StandIn;

beforeAll(async () => {
  opened = await standInDomain({ anybody: true });
});
afterAll(() => opened.stop());

/** As somebody calls it who has the credentials of the stage, and nothing else of its settings. */
function reindex(...args: readonly string[]): Promise<Outcome> {
  const { BOOKS_SEARCH: _, ...variables } = stageVariables();
  return runProgram(['--import', './test/support/run/use-database.ts', 'lib/cli/books.ts', 'reindex', ...args], {
    ...variables,
    IMPORT_FOLDER: newFolder(),
  });
}
const onStage = ['--stage', 'test'];
const current = async (): Promise<IndexVersion | undefined> =>
  (await import('#lib/runtime/books/index')).indexPointer.read();

describe('npm run books -- reindex --search', () => {
  test('fills the domain, and from then on wants to know whether it is still used', async () => {
    const filled = await reindex(...onStage, '--search', opened.url);
    const inDomain = await current();

    expect(filled).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('2 volumes indexed') });
    const titles = [...(opened.indices.get(inDomain?.key ?? '')?.searched.values() ?? [])].map(({ title }) => title);
    expect(titles.toSorted()).toEqual(['aardvark', 'badger']);
    expect(opened.indices.get(inDomain?.key ?? '')?.aliases).toEqual(new Set(['almanac-test-books']));

    const untold = await reindex(...onStage);
    expect(untold).toMatchObject({ code: 1, stdout: '' });
    expect(untold.stderr).toContain('in an OpenSearch domain: name it with --search URL.');
    expect(untold.stderr).toContain('with --search file.');
    expect(await current()).toEqual(inDomain);

    const back = await reindex(...onStage, '--search', 'file');
    expect(back).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('2 volumes indexed') });
    expect(await current()).toMatchObject({ key: expect.stringMatching(/^search\/books\/.*\.sqlite$/), volumes: 2 });
  });

  test('is refused for the stage of this machine, and when it is no address', async () => {
    const [onThisMachine, noAddress] = await callPrograms([
      ['lib/cli/books.ts', 'reindex', '--search', opened.url],
      ['lib/cli/books.ts', 'reindex', ...onStage, '--search', 'example'],
    ]);

    expect(onThisMachine).toMatchObject({ code: 1, stderr: expect.stringContaining('name it with --stage') });
    expect(noAddress).toMatchObject({ code: 1, stderr: expect.stringContaining("not 'example'") });
  });
});
