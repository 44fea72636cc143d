import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { config } from '#lib/runtime/process/config';
import { calendarFixture, calendarPath, rulePath, startInstance, TestClock } from '#test/support/calendar/calendar';
import { itemsOf, makeFormer } from '#test/support/database/former-forms';
import { someone } from '#test/support/people';
import { stageFolder } from '#test/support/run/folders/stage-folder';
import { testRefusals } from '#test/support/stack/refusals';
import type { Outcome } from '#test/support/stack/run-program';
import { useProgramServer } from '#test/support/stack/use-program-server';

const data = stageFolder();

const callOf = (...args: string[]): string[] => ['lib/cli/calendar.ts', ...args, '--data', data];
const programs = useProgramServer();
const calendar = (...args: string[]): Promise<Outcome> => programs.run(callOf(...args));

describe('npm run calendar -- groups', () => {
  const TEAM = someone('team');
  const file = (name: string, text: string): string => {
    writeFileSync(join(data, name), text);
    return join(data, name);
  };

  test('imports what the lists then show and access rules go by; bad lines are told', async () => {
    const { ask, S, bob } = await calendarFixture();
    await ask('POST', rulePath(S), { body: { role: 'reader', scope: { type: 'group', value: TEAM } } });

    const imported = await calendar('groups', 'import', file('groups.csv', `group,member\n${TEAM},${bob}\n${TEAM}\n`));

    expect(imported.code).toBe(1);
    expect(imported.stderr).toContain('line 3: a group and a member are expected.');
    expect(imported.stdout).toBe('1 groups with 1 members. They count within a minute.\n');
    expect((await startInstance(bob, new TestClock())('GET', calendarPath(S))).status).toBe(200);
    expect((await calendar('groups', 'list', TEAM)).stdout).toBe(`group,member\n${TEAM},${bob}\n`);
    expect((await calendar('groups', 'list')).stdout).toContain(`${TEAM},${bob}\n`);
  });

  test('removes a group that a file leaves without members', async () => {
    await calendar('groups', 'import', file('groups.json', JSON.stringify({ [TEAM]: ['ann@example.com'] })));

    const removed = await calendar('groups', 'import', file('none.json', JSON.stringify({ [TEAM]: [] })));

    expect(removed).toMatchObject({
      code: 0,
      stdout: '0 groups with 0 members, 1 removed. They count within a minute.\n',
    });
    expect((await calendar('groups', 'list', TEAM)).stderr).toContain(`There is no group ${TEAM}.`);
  });

  testRefusals([
    ['no verb', callOf('groups'), "groups import FILE or groups list, not ''"],
    ['no file', callOf('groups', 'import'), 'Which file?'],
    ['a file that is not there', callOf('groups', 'import', 'nowhere.csv'), 'nowhere.csv cannot be read'],
  ]);
});

describe('npm run calendar -- setting', () => {
  test('changes a setting, which the next sync tells', async () => {
    const { ask, alice } = await calendarFixture();
    const before = await ask<{ nextSyncToken: string }>('GET', '/users/me/settings');

    const changed = await calendar('setting', alice.toUpperCase(), 'weekStart', '1');
    const again = await calendar('setting', alice, 'weekStart', '1');

    expect(changed).toEqual({ code: 0, stdout: `weekStart of ${alice} is now 1.\n`, stderr: '' });
    expect(again.stdout).toBe(`weekStart of ${alice} was 1 already.\n`);
    const synced = await ask<{ items: unknown[] }>('GET', `/users/me/settings?syncToken=${before.body.nextSyncToken}`);
    expect(synced.body.items).toEqual([expect.objectContaining({ id: 'weekStart', value: '1' })]);
  });

  test('makes a user who has not been here yet', async () => {
    const { ask } = await calendarFixture();
    const dave = someone('dave');

    const refused = await calendar('setting', dave, 'timezone', 'Europe/Zurich');
    await calendar('setting', dave, 'timezone', 'Europe/Zurich', '--force');

    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`Nobody has used ${dave} here. Is it typed correctly?`);

    expect((await ask('GET', '/users/me/settings/timezone', { as: dave })).body).toMatchObject({
      value: 'Europe/Zurich',
    });
    expect((await ask('GET', calendarPath(dave), { as: dave })).body).toMatchObject({ timeZone: 'Europe/Zurich' });
  });

  test('a new time zone: the calendars that have another are named, and change with --calendars', async () => {
    const { ask, S, bob, alice } = await calendarFixture();
    const theirs = await ask<{ id: string }>('POST', '/calendars', { as: bob, body: { summary: 'Of Bob' } });
    const owner = { role: 'owner', scope: { type: 'user', value: alice } };
    await ask('POST', rulePath(theirs.body.id), { as: bob, body: owner });
    const zoneOf = async (id: string) => (await ask<{ timeZone: string }>('GET', calendarPath(id))).body.timeZone;
    const before = await zoneOf(S);

    const told = await calendar('setting', alice, 'timezone', 'Asia/Tokyo');
    const untouched = await zoneOf(S);
    const changed = await calendar('setting', alice, 'timezone', 'Asia/Tokyo', '--calendars');
    const again = await calendar('setting', alice, 'timezone', 'Asia/Tokyo', '--calendars');

    expect(told.stdout).toContain(`timezone of ${alice} is now Asia/Tokyo.\nThese calendars of ${alice} are still in`);
    expect(told.stdout).toContain(`  ${alice} (Europe/Zurich)\n  S (UTC)\n`);
    expect(told.stdout).toContain('run it again with --calendars.\n');
    expect(untouched).toBe(before);
    expect(changed.stdout).toContain(`Now in Asia/Tokyo, too:\n`);
    expect(await Promise.all(['primary', S, theirs.body.id].map(zoneOf))).toEqual(['Asia/Tokyo', 'Asia/Tokyo', 'UTC']);
    expect(again.stdout).toBe(`timezone of ${alice} was Asia/Tokyo already.\n`);
  });

  const setting = (...args: string[]): string[] => callOf('setting', ...args);
  testRefusals([
    ['no verb', callOf(), 'import, export, pull, compare, groups, setting, ical-address or rewrite.'],
    [
      'calendars of another setting',
      setting('a@example.com', 'weekStart', '1', '--calendars'),
      '--calendars goes with timezone only.',
    ],
    ['no address', setting('weekStart', '1'), 'Whose setting?'],
    ['a setting that there is not', setting('a@example.com', 'nope', '1'), "There is no setting 'nope'"],
    ['a name that every object has', setting('a@example.com', 'constructor', '1'), "There is no setting 'constructor'"],
    ['a day that no week begins with', setting('a@example.com', 'weekStart', '3'), '0 or 1 or 6'],
    ['a zone that is none', setting('a@example.com', 'timezone', 'Mars/Base'), "'Mars/Base' cannot be the timezone"],
    ['a length that is none', setting('a@example.com', 'defaultEventLength', '0'), 'cannot be'],
  ]);
});

describe('npm run calendar -- export', () => {
  test('of somebody who has never been here is refused, and writes no file', async () => {
    const [nobody, file] = [someone('nobody'), join(data, 'nobody.ics')];

    const refused = await calendar('export', file, '--user', nobody);

    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`Nobody has used ${nobody} here. Is it typed correctly?`);
    expect(existsSync(file)).toBe(false);
  });
});

describe('npm run calendar -- rewrite', () => {
  test('gives items of an earlier version the form of this one', async () => {
    const { ask, alice } = await calendarFixture();
    await makeFormer(config.calendarTable, (pk) => pk === `U#${alice}`);

    const done = await calendar('rewrite');

    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.stdout).toMatch(/^[1-9]\d* of \d+ items rewritten\.\n$/);
    const entries = await itemsOf(config.calendarTable, (pk) => pk === `U#${alice}`);
    expect(entries.filter(({ colorId }) => colorId !== undefined)).toEqual([]);
    expect((await ask('GET', '/users/me/calendarList/primary')).body).toMatchObject({ id: alice, colorId: '14' });
  });
});

describe('npm run calendar -- ical-address', () => {
  test('shows the addresses of a calendar, makes a secret one, and takes it away', async () => {
    const { alice, S } = await calendarFixture();
    const publicUrl = `https://almanac.example.com/calendar/ical/${encodeURIComponent(S)}/public/basic.ics`;
    const address = (...more: string[]) =>
      calendar('ical-address', alice, S, '--url', 'https://almanac.example.com', ...more);

    const made = await address('--reset');

    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toContain(`public: ${publicUrl} (answers 404`);
    expect(made.stdout).toMatch(/^secret: https:\/\/almanac\.example\.com\/.*\/private-[\w-]{43}\/basic\.ics$/m);
    expect((await address()).stdout).toMatch(/^secret: made on .* by alice-.* and shown only then/m);
    expect((await address('--remove')).stdout).toContain('secret: none; --reset makes one');
    expect((await address('--remove', '--reset')).stderr).toContain('Either --reset or --remove.');
  });
});
