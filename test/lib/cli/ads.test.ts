import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { stores } from '#test/support/ads/advertising';
import { someone } from '#test/support/people';
import { stageFolder } from '#test/support/run/stage-folder';
import { runProgram, type Outcome } from '#test/support/stack/run-program';

const data = stageFolder();

const ads = (...args: string[]): Promise<Outcome> => runProgram(['lib/cli/ads.ts', ...args, '--data', data]);

describe('npm run ads', () => {
  test('gives a right, lists it and takes it away', async () => {
    const email = someone('ann');

    expect(await ads('grant', email.toUpperCase(), '201', '217', '--write')).toEqual({
      code: 0,
      stdout: `${email} may read and change advertiser 217 of agency 201.\n`,
      stderr: 'No advertiser 217 is imported yet: bring it with `npm run --silent ads -- import entities.csv`.\n',
    });
    expect(await stores.grants.listFor(email)).toEqual([
      { subject: email, agencyId: '201', advertiserId: '217', role: 'WRITE' },
    ]);
    const listed = (await ads('list')).stdout.split('\n');
    expect(listed[0]).toBe('who\tagency\tadvertiser\tmay');
    expect(listed).toContain(`${email}\t201\t217\tread and change`);

    expect(await ads('revoke', email, '201', '217')).toEqual({
      code: 0,
      stdout: `${email} may no longer read advertiser 217 of agency 201.\n`,
      stderr: '',
    });
    expect(await stores.grants.listFor(email)).toEqual([]);
    expect((await ads('revoke', email, '201', '217')).code).toBe(1);
  });

  test('whoever is not given the right to write may read', async () => {
    const domain = someone('d').replace('@', '.');

    expect((await ads('grant', `@${domain}`, '201')).stdout).toBe(
      `Everybody at ${domain} may read every advertiser of agency 201.\n`,
    );

    expect(await stores.grants.listFor(`anybody@${domain}`)).toEqual([
      { subject: domain, agencyId: '201', role: 'READ' },
    ]);
  });

  test('imports files, names bad lines and says so in its exit code', async () => {
    const path = join(data, 'custom_variables-1.csv');
    const advertiserId = String(Date.now());
    writeFileSync(path, `advertiserId,name,use\n${advertiserId},sales,METRIC\n${advertiserId},colour,PAINT\n`);

    const { code, stdout, stderr } = await ads('import', path);

    expect(code).toBe(2);
    expect(stdout).toMatch(/: 1 row of custom_variables in \d+\.\d s, 1 bad line\n$/);
    expect(stderr).toBe(
      `${path}:3: use is not one of METRIC, DIMENSION: PAINT\nCorrect these lines and import the file again: what is in already may come twice.\n`,
    );
    expect((await stores.advertisers.setup(advertiserId)).variables).toEqual([
      { advertiserId, name: 'sales', use: 'METRIC' },
    ]);
  });

  test('a file that cannot be read does not keep the others out', async () => {
    const path = join(data, 'custom_variables-2.csv');
    const advertiserId = String(Date.now());
    writeFileSync(path, `advertiserId,name,use\n${advertiserId},sales,METRIC\n`);

    const { code, stdout, stderr } = await ads('import', join(data, 'custom_variables-nowhere.csv'), path);

    expect(code).toBe(1);
    expect(stderr).toMatch(/custom_variables-nowhere\.csv: It cannot be read: .*\n$/);
    expect(stdout).toContain('1 row of custom_variables');
  });

  test('shows up to when the uploads of an activity are complete', async () => {
    const advertiserId = String(Date.now());
    const timestampMs = Date.now() - 26 * 3_600_000;
    await stores.availability.putAll([{ advertiserId, activityId: '257', timestampMs, markedMs: Date.now() }]);

    const { code, stdout } = await ads('marks');

    expect(code).toBe(0);
    expect(stdout.split('\n')).toContain(`${advertiserId}\t257\t${new Date(timestampMs).toISOString()}\t1 day`);
  });

  test.each([
    ['a file of no known kind', ['import', '/tmp/something.csv'], 'What is in /tmp/something.csv?'],
    ['an id that is none', ['grant', 'ann@example.com', 'agency'], "Ids are numbers, not 'agency'."],
    [
      'an unknown word',
      ['give', 'ann@example.com'],
      "grant, revoke, list, marks, import, report or tables, not 'give'.",
    ],
  ])('refuses %s with one sentence', async (_, args, sentence) => {
    const { code, stderr } = await ads(...args);

    expect(code).toBe(1);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('    at ');
  });
});
