import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { describe, expect, test } from '@jest/globals';
import { stores } from '#test/support/ads/advertising';
import { entityLines, HEADER, importText, newAdsIds } from '#test/support/ads/import-files';
import { objects } from '#test/support/http/objects';
import { someone } from '#test/support/people';
import { stageFolder } from '#test/support/run/folders/stage-folder';
import { newName } from '#test/support/run/new-table';
import { testRefusals } from '#test/support/stack/refusals';
import { callPrograms, runProgram, type Outcome } from '#test/support/stack/run-program';
import { useProgramServer } from '#test/support/stack/use-program-server';

const data = stageFolder();
const programs = useProgramServer();

const callOf = (...args: string[]): string[] => ['lib/cli/ads.ts', ...args, '--data', data];
const ads = (...args: string[]): Promise<Outcome> => programs.run(callOf(...args));

describe('npm run ads', () => {
  test('gives a right, lists it and takes it away', async () => {
    const email = someone('ann');

    expect(await ads('grant', email.toUpperCase(), '201', '217', '--write', '--force')).toEqual({
      code: 0,
      stdout: `${email} may read and change advertiser 217 of agency 201.\n`,
      stderr: '',
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

    expect((await ads('grant', `@${domain}`, '201', '--force')).stdout).toBe(
      `Everybody at ${domain} may read every advertiser of agency 201.\n`,
    );

    expect(await stores.grants.listFor(`anybody@${domain}`)).toEqual([
      { subject: domain, agencyId: '201', role: 'READ' },
    ]);
  });

  test('refuses a right that would open nothing, says what to do, and gives it by force', async () => {
    const email = someone('ann');
    const [own, other] = [newAdsIds(), newAdsIds()];
    await importText('entities.csv', [HEADER, ...entityLines(own), ...entityLines(other)].join('\n'));
    const grant = (...args: string[]) => ads('grant', email, ...args);
    const refused = (stderr: string) => ({ code: 1, stdout: '', stderr: `${stderr}\n` });
    const whatToDo =
      'Bring it first with `npm run --silent ads -- import entities.csv`, or say --force where it comes later.';

    expect(await grant('999')).toEqual(refused(`No agency 999 is imported. ${whatToDo}`));
    expect(await grant(own.agency, '999')).toEqual(refused(`No advertiser 999 is imported. ${whatToDo}`));
    expect(await grant(own.agency, other.advertiser)).toEqual(
      refused(`Advertiser ${other.advertiser} belongs to agency ${other.agency}: name that one.`),
    );
    expect(await stores.grants.listFor(email)).toEqual([]);

    expect((await grant(own.agency, own.advertiser)).code).toBe(0);
    expect((await grant(own.agency)).code).toBe(0);
    expect(await stores.grants.listFor(email)).toHaveLength(2);
  });

  test('says which ids of a file nothing imported has, unless they are meant', async () => {
    const known = newAdsIds();
    const lines = entityLines(known);
    const [entities, facts] = [join(data, 'entities-known.csv'), join(data, 'facts_daily-unknown.csv')];
    const fact = (campaignId: string) => `2026-03-01,${known.account},${campaignId},Mobile,10,1,1000`;
    writeFileSync(entities, [HEADER, ...lines].join('\n'));
    writeFileSync(
      facts,
      ['date,accountId,campaignId,device,impr,clicks,costMicros', fact(known.campaign), fact('999'), ''].join('\n'),
    );

    // Entities go first, wherever they are named.
    const { code, stdout, stderr } = await ads('import', facts, entities);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        `${facts}: 1 campaignId that nothing imported has: 999\n` +
        'Their rows are kept, and count once `npm run --silent ads -- import entities.csv` has brought these.' +
        ' Is that meant? Say --force.\n',
    });
    expect(stdout).toContain('2 rows of facts_daily');
    expect(await ads('import', facts, '--force')).toMatchObject({ code: 0, stderr: '' });
  });

  test('shows the columns of files and of reports, and makes a file to begin with', async () => {
    const [all, kind, report, template, unknownKind, unknownTemplate] = await callPrograms(
      [
        ['columns'],
        ['columns', 'fx_rates'],
        ['columns', 'keyword'],
        ['template', 'fx_rates'],
        ['columns', 'fact_daily'],
        ['template', 'keywords'],
      ].map((args) => ['lib/cli/ads.ts', ...args]),
    );
    expect(all?.stdout).toContain('facts_daily\tfiles\t20\n');
    expect(all?.stdout).toMatch(/^keyword\treports\t\d+$/m);
    expect(kind?.stdout.split('\n').slice(0, 2)).toEqual([
      'column\ttype\tneeded\tunit\tmeaning\texample',
      'date\ta day (YYYY-MM-DD)\tyes\t\tthe day from which the rate holds\t2026-03-14',
    ]);
    expect(report?.stdout).toContain('clicks\tInteger\tmetric\t\tclicks\t40\n');
    expect(template).toEqual({
      code: 0,
      stdout: 'date,currencyCode,usdPerUnit\n2026-03-14,EUR,1.08\n',
      stderr: '',
    });
    expect(unknownKind).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("There is no 'fact_daily'. Did you mean facts_daily?"),
    });
    expect(unknownTemplate).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("There is no 'keywords'. Did you mean keyword? There are entities, facts_daily,"),
    });
  });

  test('imports files, names bad lines and says so in its exit code', async () => {
    const path = join(data, 'custom_variables-1.csv');
    const advertiserId = String(Date.now());
    writeFileSync(path, `advertiserId,name,use\n${advertiserId},sales,METRIC\n${advertiserId},colour,PAINT\n`);

    const { code, stdout, stderr } = await ads('import', path, '--force');

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
    expect(stderr).toContain(`There is no file ${join(data, 'custom_variables-nowhere.csv')}.\n`);
    expect(stdout).toContain('1 row of custom_variables');
  });

  test('makes an empty report where nothing was imported, and says why it is empty', async () => {
    const [spec, bucket] = [join(data, 'campaigns.json'), newName()];
    const empty = stageFolder({ BUCKET: bucket });
    await objects.send(new CreateBucketCommand({ Bucket: bucket }));
    writeFileSync(spec, (await programs.run(['lib/cli/ads.ts', 'template', 'campaign'])).stdout);

    const report = ['lib/cli/ads.ts', 'report', spec, '--out', data, '--data', empty];
    const { code, stdout, stderr } = await runProgram(report);

    const made = ['campaigns.csv', 'campaigns.html'].map((name) => join(data, name));
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${made.join('\n')}\n` });
    expect(stderr).toMatch(/^There is no advertising data yet, .*`npm run ads -- import entities.csv/);
  });

  test('shows up to when the uploads of an activity are complete', async () => {
    const advertiserId = String(Date.now());
    const timestampMs = Date.now() - 26 * 3_600_000;
    await stores.availability.putAll([{ advertiserId, activityId: '257', timestampMs, markedMs: Date.now() }]);

    const { code, stdout } = await ads('marks');

    expect(code).toBe(0);
    expect(stdout.split('\n')).toContain(`${advertiserId}\t257\t${new Date(timestampMs).toISOString()}\t1 day`);
  });

  testRefusals([
    ['a file that is not there', callOf('import', '/tmp/something.csv'), 'There is no file /tmp/something.csv.'],
    ['a file of no known kind', callOf('import', 'package.json'), 'What is in package.json?'],
    [
      'a report request that is not there',
      callOf('report', '/tmp/nothing.json'),
      'There is no file /tmp/nothing.json.',
    ],
    ['an id that is none', callOf('grant', 'ann@example.com', 'agency'), "Ids are numbers, not 'agency'."],
    [
      'an unknown word',
      callOf('give', 'ann@example.com'),
      "grant, revoke, list, marks, import, columns, template, report, pull, schedule, tables or rewrite, not 'give'.",
    ],
  ]);
});
