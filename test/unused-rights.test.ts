/** @modules own */
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mock } from 'node:test';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Config } from '@jest/types';
import { roleStatements } from '#lib/local/lambda/iam/role-statements';
import { USAGE_VARIABLE } from '#lib/local/lambda/iam/usage';
import { readDeployment } from '#lib/package/template/deployment';
import { newFolder } from '#test/support/run/folders/new-folder';
import RightsReporter from './support/run/rights-reporter.ts';

const ALL_FILES = globSync('test/**/*.test.ts').map((file) => ({ testFilePath: join(process.cwd(), file) }));
const passed = { numFailedTests: 0, numRuntimeErrorTestSuites: 0 };

const said = mock.method(process.stderr, 'write');
let folder: string;
beforeAll(() => {
  said.mock.mockImplementation(() => true);
});
beforeEach(() => {
  folder = newFolder();
  process.env[USAGE_VARIABLE] = folder;
});
afterAll(() => {
  said.mock.restore();
});

function outcome(results: Parameters<RightsReporter['onRunComplete']>[1], testNamePattern = ''): string | undefined {
  const reporter = new RightsReporter({ rootDir: process.cwd(), testNamePattern } as Config.GlobalConfig);
  reporter.onRunComplete([], results);
  return reporter.getLastError()?.message;
}

describe('a whole run', () => {
  test('fails when a right was not used, and says which', () => {
    const message = outcome({ ...passed, testResults: ALL_FILES });

    expect(message).toContain('lib/package/roles.ts');
    expect(message).toContain('booksVolumes: s3:GetObject on arn:aws:s3:::almanac-test/search/*\n');
    // Lambda itself does these in a function's name.
    expect(message).not.toContain('logs:');
    expect(message).not.toContain('sqs:ReceiveMessage');
    expect(message).not.toContain('GetRecords');
  });

  test('passes when all were used', () => {
    const stage = readDeployment('test');
    const uses = stage.functions.flatMap(({ name }) =>
      roleStatements(name, stage).map(({ actions }, place) => `${name} ${String(place)} ${String(actions[0])}\n`),
    );
    writeFileSync(join(folder, '1.txt'), uses.join(''));

    expect(outcome({ ...passed, testResults: ALL_FILES })).toBeUndefined();
  });
});

describe('nothing is said of a run', () => {
  test('of some files', () => {
    expect(outcome({ ...passed, testResults: ALL_FILES.slice(1) })).toBeUndefined();
  });

  test('of tests with a certain name', () => {
    expect(outcome({ ...passed, testResults: ALL_FILES }, 'CAL-1')).toBeUndefined();
  });

  test('in which a test failed', () => {
    expect(outcome({ ...passed, numFailedTests: 1, testResults: ALL_FILES })).toBeUndefined();
  });
});
