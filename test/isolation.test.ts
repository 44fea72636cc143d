/** Test files share a process and packages, see test/support/run/modules/runtime.mjs; they must not see anything else of each other. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import packageFile from '../package.json' with { type: 'json' };

test('test files find no globals, matchers, variables or module state of each other, and the same packages', async () => {
  const [project] = packageFile.jest.projects;
  const testMatch = ['<rootDir>/test/support/run/modules/isolation/*.case.ts'];
  const config = { ...project, testMatch, globalSetup: undefined, globalTeardown: undefined };
  const { stderr } = await promisify(execFile)(
    process.execPath,
    ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '-i', '--config', JSON.stringify(config)],
    { cwd: fileURLToPath(new URL('..', import.meta.url)) },
  );

  expect(stderr).toContain('Tests:       4 passed, 4 total');
  expect(stderr).toContain('The client of DynamoDB has been imported by 2.');
});
