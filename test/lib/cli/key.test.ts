import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { keyChecker } from '#lib/middleware/auth/check-key';
import { systemClock } from '#lib/runtime/process/clock';
import { config } from '#lib/runtime/process/config';
import { documents } from '#lib/stores/dynamodb/client/client';
import { dynamoApiKeys } from '#lib/stores/dynamodb/platform/api-keys';
import { newFolder } from '#test/support/run/folders/new-folder';
import { stageFolder } from '#test/support/run/folders/stage-folder';
import { testRefusals } from '#test/support/stack/refusals';
import { runProgram, type Outcome } from '#test/support/stack/run-program';
import { useProgramServer } from '#test/support/stack/use-program-server';

const data = stageFolder();

/** Only the data folder says where the servers are. */
const programs = useProgramServer();
const key = (...args: string[]): Promise<Outcome> => programs.run(['lib/cli/key.ts', ...args, '--data', data]);

const opens = (table: string, text: string): Promise<boolean> =>
  keyChecker(dynamoApiKeys(documents, table), systemClock)(text);

describe('npm run key', () => {
  test('makes a key that opens both services, lists it without showing it, and revokes it', async () => {
    const made = await key('create', '--label', 'shop window');
    const text = made.stdout.trim();
    expect(made.stdout).toMatch(/^alm_[0-9a-v]{26}\n$/);
    expect([await opens(config.calendarTable, text), await opens(config.booksTable, text)]).toEqual([true, true]);

    const listed = await key('list');
    expect(listed.stdout).toContain('\tshop window\n');
    expect(listed.stdout).not.toContain(text);

    const revoked = await key('revoke', text);
    expect(revoked).toMatchObject({ code: 0, stderr: '' });
    expect([await opens(config.calendarTable, text), await opens(config.booksTable, text)]).toEqual([false, false]);
  });

  test('makes a key for one service, which its id revokes', async () => {
    const text = (await key('create', '--service', 'books', '--label', 'one')).stdout.trim();
    expect([await opens(config.calendarTable, text), await opens(config.booksTable, text)]).toEqual([false, true]);

    const line =
      (await key('list', '--service', 'books')).stdout.split('\n').find((row) => row.endsWith('\tone')) ?? '';
    await key('revoke', line.slice(0, 12));

    expect(await opens(config.booksTable, text)).toBe(false);
  });

  const refused = (...args: string[]) => ['lib/cli/key.ts', ...args, '--data', data];
  testRefusals([
    ['no verb', refused(), 'create, list or revoke'],
    ['an unknown verb', refused('make'), "not 'make'"],
    ['a service without keys', refused('create', '--service', 'ads'), "not 'ads'"],
    ['a key that does not exist', refused('revoke', 'alm_00000000000000000000000000'), 'There is no key'],
    ['no key to revoke', refused('revoke'), 'Which key?'],
  ]);

  test('says so when nothing runs on the data folder', async () => {
    const { code, stderr } = await runProgram(['lib/cli/key.ts', 'list', '--data', join(data, 'elsewhere')]);

    expect(code).toBe(1);
    expect(stderr).toContain('There is no data in');
  });

  test('says so when what ran there is gone', async () => {
    const gone = newFolder();
    writeFileSync(
      join(gone, 'endpoints.json'),
      JSON.stringify({
        env: {
          AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1',
          AWS_REGION: 'local',
          AWS_ACCESS_KEY_ID: 'local',
          AWS_SECRET_ACCESS_KEY: 'local',
        },
      }),
    );

    const { code, stderr } = await runProgram(['lib/cli/key.ts', 'list', '--data', gone]);

    expect(code).toBe(1);
    expect(stderr).toContain('ECONNREFUSED');
    expect(stderr).not.toContain('    at ');
  });
});
