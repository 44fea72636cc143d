import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { openDataFolder } from '#lib/local/data-folder/data-folder';
import { openEmbedded } from '#lib/local/database/embedded/open';
import { listen } from '#test/support/http/listen';
import { newFolder } from '#test/support/run/folders/new-folder';
import { runProgram, type Outcome } from '#test/support/stack/run-program';

let data: string;
beforeEach(() => {
  data = newFolder();
});

const key = (...args: string[]): Promise<Outcome> => runProgram(['lib/cli/key.ts', ...args, '--data', data]);
const leaveData = (): void => {
  openEmbedded({ file: join(data, 'database.sqlite') }).close();
};

describe('a command on a data folder that no stack runs on', () => {
  test('works on what is kept there, and leaves it to the next', async () => {
    leaveData();

    const made = await key('create', '--label', 'alone');
    const listed = await key('list');

    expect([made.code, listed.code]).toEqual([0, 0]);
    expect(listed.stdout.match(/alone/g)).toHaveLength(2);
    openDataFolder(data, { fresh: false }).release();
  });

  test("works with files there, whatever the shell says of the person's own account", async () => {
    leaveData();
    const file = join(data, 'fx_rates.csv');
    writeFileSync(file, 'date,currencyCode,usdPerUnit\n2026-01-05,EUR,1.1\n');
    const account = { AWS_PROFILE: 'work', AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'true', AWS_USE_FIPS_ENDPOINT: 'true' };

    const { code, stdout } = await runProgram(['lib/cli/ads.ts', 'import', file, '--data', data], account);

    expect([code, stdout]).toEqual([0, expect.stringContaining('1 row of fx_rates')]);
  });

  test('does not look for a stack that was killed', async () => {
    leaveData();
    const env = { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' };
    writeFileSync(join(data, 'endpoints.json'), JSON.stringify({ env, pid: 2 ** 22 }));

    expect(await key('list')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('is told apart from one that is in use', async () => {
    leaveData();
    const folder = openDataFolder(data, { fresh: false });

    const { code, stderr } = await key('list');

    folder.release();
    expect(code).toBe(1);
    expect(stderr).toContain(`uses ${data}`);
  });

  test('says where to begin when there is nothing', async () => {
    const { code, stderr } = await key('list');

    expect(code).toBe(1);
    expect(stderr).toContain(`There is no data in ${data}: begin with \`npm start\``);
  });
});

test('a command beside a stack reads its database, whatever other stage the shell leads to', async () => {
  leaveData();
  await key('create', '--label', 'of the other stage');
  const asked: string[] = [];
  const database = await listen(
    createServer((request, response) => {
      asked.push(String(request.headers['x-amz-target']));
      response.end('{"Items":[]}');
    }),
  );
  const credentials = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };
  const env = { AWS_ENDPOINT_URL_DYNAMODB: database.url, AWS_REGION: 'us-east-1', ...credentials };
  const beside = newFolder();
  writeFileSync(join(beside, 'endpoints.json'), JSON.stringify({ env, pid: process.pid }));

  const { stdout, stderr } = await runProgram(['lib/cli/key.ts', 'list', '--data', beside], {
    ALMANAC_DATABASE: join(data, 'database.sqlite'),
  });

  await database.stop();
  expect([stdout, stderr]).toEqual(['', '']);
  expect(asked).not.toEqual([]);
});
