/** @modules own */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { calendar } from '@googleapis/calendar';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startChild } from '#lib/testing/child';
import { startAlmanac, type Almanac, type TokenOptions } from '#lib/testing/start-almanac';
import { eventually } from '#test/support/eventually';
import { listen } from '#test/support/http/listen';
import { newFolder } from '#test/support/run/folders/new-folder';
import { answers, ROOT } from '#test/support/stack/stack-process';

const alice = 'alice@example.com';
const EVENTS = 'calendar/v3/calendars/primary/events';
const START_ALMANAC = pathToFileURL(join(ROOT, 'lib/testing/start-almanac.ts')).href;
const temporary = newFolder();
const before = process.env['TMPDIR'];
beforeAll(() => {
  process.env['TMPDIR'] = temporary;
});
afterAll(() => {
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
});

/** Four at once, each with a world of its own. */
let plain: Almanac;
let ofFile: Almanac;
let ofDocument: Almanac;
let ofFunction: Almanac;

const world = (summary: string) => ({ users: [{ email: alice, events: [{ summary, start: '2026-03-10' }] }] });
const headersOf = async (almanac: Almanac, options?: TokenOptions) => ({
  authorization: `Bearer ${await almanac.token(alice, options)}`,
});
const summariesIn = async (almanac: Almanac): Promise<string[]> => {
  const answer = await fetch(`${almanac.url}${EVENTS}`, { headers: await headersOf(almanac) });
  return ((await answer.json()) as { items: { summary: string }[] }).items.map(({ summary }) => summary);
};
const add = async (almanac: Almanac, text: string) =>
  fetch(`${almanac.url}${EVENTS}/quickAdd?text=${text}`, { method: 'POST', headers: await headersOf(almanac) });

beforeAll(async () => {
  const file = join(newFolder(), 'world.json') as `${string}.json`;
  writeFileSync(file, JSON.stringify(world('From a file')));
  [plain, ofFile, ofDocument, ofFunction] = await Promise.all([
    startAlmanac({ services: ['calendar'] }),
    startAlmanac({ seed: file }),
    startAlmanac({ seed: world('From a document') }),
    startAlmanac({
      seed: async (almanac) => {
        await add(almanac, 'Written');
      },
    }),
  ]);
});

describe('startAlmanac', () => {
  test("serves Google's client with the options that it gives", async () => {
    const client = calendar({ version: 'v3', ...(await plain.googleapis(alice)) });

    const { data } = await client.events.insert({
      calendarId: 'primary',
      requestBody: { summary: 'Tea', start: { date: '2026-03-10' }, end: { date: '2026-03-11' } },
    });

    expect(data).toMatchObject({ summary: 'Tea', organizer: { email: alice, self: true } });
    expect(await plain.requests()).toMatchObject([{ operation: 'calendar.events.insert', status: 200 }]);
    expect((await fetch(`${plain.url}books/v1/volumes?q=tea`)).status).toBe(404);
  });

  test('a token has the scopes that it was asked for', async () => {
    const headers = await headersOf(plain, { scopes: ['https://www.googleapis.com/auth/calendar.readonly'] });

    expect((await fetch(`${plain.url}${EVENTS}`, { headers })).status).toBe(200);
    expect((await fetch(`${plain.url}${EVENTS}`, { headers, method: 'POST', body: '{}' })).status).toBe(403);
    expect((await fetch(`${plain.url}calendar/v3/colors?key=${plain.key()}`)).status).toBe(200);
  });

  test('four at once have worlds of their own, and know nothing of each other', async () => {
    const four = [plain, ofFile, ofDocument, ofFunction];

    expect(await Promise.all(four.map(summariesIn))).toEqual([
      ['Tea'],
      ['From a file'],
      ['From a document'],
      ['Written'],
    ]);
    expect((await fetch(`${plain.url}${EVENTS}`, { headers: await headersOf(ofFile) })).status).toBe(401);
  });

  test('a reset goes back to the seed, of whatever kind it was', async () => {
    for (const almanac of [ofFile, ofDocument, ofFunction]) await add(almanac, 'Later');
    await ofDocument.seed({ users: [{ email: alice, events: [{ summary: 'More', start: '2026-03-12' }] }] });
    expect((await summariesIn(ofDocument)).toSorted()).toEqual(['From a document', 'Later', 'More']);

    await Promise.all([ofFile, ofDocument, ofFunction].map((almanac) => almanac.reset()));

    expect(await summariesIn(ofFile)).toEqual(['From a file']);
    expect(await summariesIn(ofDocument)).toEqual(['From a document']);
    expect(await summariesIn(ofFunction)).toEqual(['Written']);
  });

  test('a world can be taken along as a document', async () => {
    const document = await ofFunction.exportSeed();
    await plain.seed(document);

    expect((await summariesIn(plain)).toSorted()).toEqual(['Tea', 'Written']);
  });

  test('a seed that is wrong ends it, and says why', async () => {
    await expect(startAlmanac({ seed: { users: [{}] } })).rejects.toThrow('users[0]: email is missing.');
  });

  test('nothing of them is left', async () => {
    const four = [plain, ofFile, ofDocument, ofFunction];
    await Promise.all(four.map((one) => one.stop()));

    expect(await Promise.all(four.map(({ url }) => answers(url)))).toEqual([false, false, false, false]);
    expect(readdirSync(temporary)).toEqual([]);
  });

  // `npm run bench -- --only in-tests-starts` starts 50 of them.
  test('started one after another, they leave no process, port, file or handle behind', async () => {
    const handles = (): number =>
      process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap' || kind === 'PipeWrap').length;
    const before = handles();
    const started: { readonly pid: number; readonly url: string }[] = [];
    for (let index = 0; index < 3; index += 1) {
      const child = await startChild(['--port', '0', '--log', 'off', '--database', 'memory', '--empty']);
      started.push(child);
      await child.stop();
    }

    expect(new Set(started.map(({ pid }) => pid)).size).toBe(3);
    for (const { pid } of started) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(await Promise.all(started.map(({ url }) => answers(url)))).toEqual(started.map(() => false));
    expect(readdirSync(temporary)).toEqual([]);
    await eventually(() => handles() <= before);
  });

  test('ends with its parent, however that ends', async () => {
    const script = `
      const { startAlmanac } = await import(${JSON.stringify(START_ALMANAC)});
      console.log((await startAlmanac()).url);
      setInterval(() => undefined, 1000);
    `;
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [first] = (await once(parent.stdout, 'data')) as [Buffer];
    const url = first.toString().trim();
    expect(await answers(url)).toBe(true);

    parent.kill('SIGKILL');

    await eventually(async () => !(await answers(url)));
    await eventually(() => readdirSync(temporary).length === 0);
  });

  test('a program that does not stop it ends all the same', async () => {
    const script = `
      const { startAlmanac } = await import(${JSON.stringify(START_ALMANAC)});
      await startAlmanac();
    `;
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });

    expect(await once(parent, 'exit')).toEqual([0, null]);
    await eventually(() => readdirSync(temporary).length === 0);
  });

  test('says why it cannot start', async () => {
    const taken = await listen(createServer());
    try {
      await expect(startAlmanac({ port: Number(new URL(taken.url).port) })).rejects.toThrow('is taken');
      await expect(startAlmanac({ clock: 'tomorrow' })).rejects.toThrow('--clock is a time such as');
      expect(readdirSync(temporary)).toEqual([]);
    } finally {
      await taken.stop();
    }
  });

  test('a folder keeps what was written', async () => {
    const folder = newFolder();
    await using first = await startAlmanac({ database: { folder } });
    await add(first, 'Tea');
    await first.stop();
    await using second = await startAlmanac({ database: { folder } });

    expect(await summariesIn(second)).toEqual(['Tea']);
  });
});
