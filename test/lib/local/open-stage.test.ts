import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { openDataFolder } from '#lib/local/data-folder/data-folder';
import { openEmbedded } from '#lib/local/database/embedded/open';
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
