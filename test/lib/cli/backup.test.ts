/** A backup of a running stack, and what clients see after it was put back. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { packFolder, unpackFile } from '#lib/local/data-folder/backup/archive';
import { ALL_SCOPES } from '#lib/local/sign-in/all-scopes';
import { openIssuer } from '#lib/local/sign-in/issuer';
import { newFolder } from '#test/support/run/folders/new-folder';
import { runProgram, type Outcome } from '#test/support/stack/run-program';
import { startStackProcess, type StackProcess } from '#test/support/stack/stack-process';

const data = newFolder();
const file = join(newFolder(), 'almanac.tar.gz');
const PRIMARY = 'calendar/v3/calendars/primary/events';
/** The largest page: a quick machine writes more than the 250 events of a usual one. */
const ALL = `${PRIMARY}?maxResults=2500`;
const MAX_DURING = 2000;
let stack: StackProcess;
let receiver: Server;
const received: string[] = [];
let token: string;

interface Answer {
  readonly status: number;
  readonly body: {
    readonly nextSyncToken: string;
    readonly items?: { readonly summary?: string }[];
    readonly id: string;
  };
}

async function ask(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${stack.endpoints.gateway}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Answer['body'] };
}
const insert = (summary: string): Promise<Answer> =>
  ask('POST', PRIMARY, { summary, start: { date: '2026-05-01' }, end: { date: '2026-05-02' } });
const summaries = ({ body }: Answer): (string | undefined)[] => body.items?.map(({ summary }) => summary) ?? [];
const run = (program: string, ...args: string[]): Promise<Outcome> =>
  runProgram([`lib/cli/${program}.ts`, ...args, '--data', data]);
async function stop(): Promise<void> {
  stack.child.kill();
  await stack.ended;
}
async function messages(least: number): Promise<string[]> {
  while (received.length < least) await new Promise((resolve) => receiver.once('request', resolve));
  return received;
}

let answers: { taken: Outcome; oldToken: string; laterToken: string; refused: Outcome; restored: Outcome };

/** One story: before, the backup among writes, after, the restore. */
beforeAll(async () => {
  receiver = createServer((request, response) => {
    received.push(
      `${String(request.headers['x-goog-channel-id'])} ${String(request.headers['x-goog-resource-state'])}`,
    );
    response.end();
  }).listen(0, '127.0.0.1');
  stack = await startStackProcess(data, '--services', 'calendar,books');
  token = await (await openIssuer(data)).sign({ email: 'ann@example.com', scopes: ALL_SCOPES, ttlSeconds: 3600 });
  await insert('before');
  const { port } = receiver.address() as AddressInfo;
  const address = `http://127.0.0.1:${String(port)}/`;
  await ask('POST', `${PRIMARY}/watch`, { id: 'the-channel', type: 'web_hook', address });
  await messages(1);
  const oldToken = (await ask('GET', ALL)).body.nextSyncToken;

  let isWriting = true;
  const writing = (async () => {
    for (let number = 1; isWriting && number <= MAX_DURING; number += 1) await insert(`during ${String(number)}`);
  })();
  const taken = await run('backup', '--out', file);
  isWriting = false;
  await writing;
  await insert('after');
  const laterToken = (await ask('GET', ALL)).body.nextSyncToken;
  const refused = await run('restore', file);
  await stop();
  const restored = await run('restore', file, '--yes');
  received.length = 0;
  stack = await startStackProcess(data, '--services', 'calendar,books');
  answers = { taken, oldToken, laterToken, refused, restored };
});

afterAll(async () => {
  await stop();
  receiver.close();
  receiver.closeAllConnections();
});

describe('npm run backup, while the stack runs and somebody writes', () => {
  test('says what is in the file, which only its owner can read', () => {
    expect(answers.taken).toMatchObject({ code: 0, stderr: '' });
    expect(answers.taken.stdout).toMatch(/: \d+ items and 1 object as they were at 20/);
  });

  test('refuses to write over a file', async () => {
    const { code, stderr } = await run('backup', '--out', file);

    expect(code).toBe(1);
    expect(stderr).toContain(`${file} exists already.`);
  });
});

describe('npm run restore', () => {
  test('wants the stack to be stopped, and asks before it replaces anything', () => {
    expect(answers.refused.code).toBe(1);
    expect(answers.refused.stderr).toContain('A stack runs on');
    expect(answers.restored).toMatchObject({ code: 0, stderr: '' });
  });

  test('brings back what was there, with nothing missing in between, and not what came later; tokens go on', async () => {
    const { status, body } = await ask('GET', ALL);
    const found = summaries({ status, body });
    const during = found.flatMap((text) => (text?.startsWith('during ') === true ? [Number(text.slice(7))] : []));

    expect([status, found.includes('before'), found.includes('after')]).toEqual([200, true, false]);
    expect(during.toSorted((a, b) => a - b)).toEqual(during.map((_number, index) => index + 1));
  });

  test.each(['oldToken', 'laterToken'] as const)('answers the sync token from before (%s) with 410', async (name) => {
    const before = await ask('GET', `${PRIMARY}?syncToken=${answers[name]}`);
    const fresh = (await ask('GET', ALL)).body.nextSyncToken;

    expect([typeof answers[name], typeof fresh]).toEqual(['string', 'string']);
    expect(before.status).toBe(410);
    expect((await ask('GET', `${PRIMARY}?syncToken=${fresh}`)).status).toBe(200);
  });

  test('keeps channels: the next change is told', async () => {
    await insert('told');

    expect(await messages(1)).toContain('the-channel exists');
  });

  test('keeps the search index: books are found', async () => {
    const { status, body } = await ask('GET', 'books/v1/volumes?q=alice');

    expect(status).toBe(200);
    expect(body.items?.length).toBeGreaterThan(0);
  });

  test('keeps what it replaced', () => {
    expect(existsSync(join(data, 'before-restore', 'database.sqlite'))).toBe(true);
  });

  test.each([
    ['is none', 'not an archive', 'is no archive, or is damaged'],
    ['is of something else', { kind: 'other' }, 'is no backup of Almanac'],
    ['is of a newer version', { kind: 'almanac-backup', version: 99 }, 'was written by a newer Almanac'],
  ])('refuses a file that %s, and touches nothing', async (_name, content, sentence) => {
    const [folder, other] = [newFolder(), join(newFolder(), 'other.tar.gz')];
    if (typeof content === 'string') writeFileSync(other, content);
    else {
      const unpacked = newFolder();
      await unpackFile(file, unpacked);
      writeFileSync(join(unpacked, 'manifest.json'), JSON.stringify(content));
      await packFolder(unpacked, other);
    }

    const { code, stderr } = await runProgram(['lib/cli/restore.ts', other, '--data', folder]);

    expect(code).toBe(1);
    expect(stderr).toContain(sentence);
    expect(existsSync(join(folder, 'database.sqlite'))).toBe(false);
  });

  test('leaves nothing of its own behind', () => {
    expect(readFileSync(join(data, 'version.json'), 'utf8')).toBe('3\n');
    expect(existsSync(join(data, 'manifest.json'))).toBe(false);
  });
});
