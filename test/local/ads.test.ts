import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { stores } from '#test/support/advertising';
import { someone } from '#test/support/people';
import { runProgram, type Outcome } from '#test/support/run-program';

const data = mkdtempSync(join(tmpdir(), 'almanac-'));

/** What `npm start` leaves in its data folder, for the servers of this run. */
beforeAll(() => {
  const names = ['STAGE', 'BUCKET', 'ADS_TABLE', 'AWS_ENDPOINT_URL_DYNAMODB', 'AWS_ENDPOINT_URL_S3', 'AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
  writeFileSync(join(data, 'endpoints.json'), JSON.stringify({ env: Object.fromEntries(names.map((name) => [name, process.env[name]])) }));
});
afterAll(() => {
  rmSync(data, { recursive: true });
});

const ads = (...args: string[]): Promise<Outcome> => runProgram(['lib/cli/ads.ts', ...args, '--data', data]);

describe('npm run ads', () => {
  test('gives a right, lists it and takes it away', async () => {
    const email = someone('ann');

    expect((await ads('grant', email.toUpperCase(), '201', '217', '--write')).stdout).toBe(`${email}\t201\t217\tWRITE\n`);
    expect(await stores.grants.listFor(email)).toEqual([{ subject: email, agencyId: '201', advertiserId: '217', role: 'WRITE' }]);
    expect((await ads('list')).stdout).toContain(`${email}\t201\t217\tWRITE\n`);

    expect(await ads('revoke', email, '201', '217')).toEqual({ code: 0, stdout: `Revoked from ${email}.\n`, stderr: '' });
    expect(await stores.grants.listFor(email)).toEqual([]);
    expect((await ads('revoke', email, '201', '217')).code).toBe(1);
  });

  test('whoever is not given the right to write may read', async () => {
    const domain = someone('d').replace('@', '.');

    await ads('grant', `@${domain}`, '201');

    expect(await stores.grants.listFor(`anybody@${domain}`)).toEqual([{ subject: domain, agencyId: '201', role: 'READ' }]);
  });

  test('imports files, names bad lines and says so in its exit code', async () => {
    const path = join(data, 'custom_variables-1.csv');
    const advertiserId = String(Date.now());
    writeFileSync(path, `advertiserId,name,use\n${advertiserId},sales,METRIC\n${advertiserId},colour,PAINT\n`);

    const { code, stdout, stderr } = await ads('import', path);

    expect(code).toBe(2);
    expect(stdout).toContain('1 rows of custom_variables, 1 bad lines');
    expect(stderr).toContain(`${path}:3: use is not one of METRIC, DIMENSION: PAINT`);
    expect((await stores.advertisers.setup(advertiserId)).variables).toEqual([{ advertiserId, name: 'sales', use: 'METRIC' }]);
  });

  test.each([
    ['a file of no known kind', ['import', '/tmp/something.csv'], 'What is in /tmp/something.csv?'],
    ['an id that is none', ['grant', 'ann@example.com', 'agency'], "Ids are numbers, not 'agency'."],
    ['an unknown word', ['give', 'ann@example.com'], "grant, revoke, list, import, report or tables, not 'give'."],
  ])('refuses %s with one sentence', async (_, args, sentence) => {
    const { code, stderr } = await ads(...args);

    expect(code).toBe(1);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('    at ');
  });
});
