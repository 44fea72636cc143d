/**
 * Commands without --data, while a stack runs on another folder, whose path was given from where it was started.
 * @modules own
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openIssuer } from '#lib/local/sign-in/issuer';
import { inQuotes, newFolder } from '#test/support/run/folders/new-folder';
import { startProgram, type Outcome } from '#test/support/stack/run-program';
import { ROOT, startStackProcess, type StackProcess } from '#test/support/stack/stack-process';

const data = newFolder();
const state = newFolder();
const before = process.env['XDG_STATE_HOME'];
let stack: StackProcess;

const run = (cwd: string, program: string, ...args: string[]): Promise<Outcome> =>
  startProgram([join(ROOT, `lib/cli/${program}.ts`), ...args], { XDG_STATE_HOME: state }, cwd).outcome;
const listWith = (token: string): Promise<Response> =>
  fetch(`${stack.endpoints.gateway}calendar/v3/users/me/calendarList`, {
    headers: { authorization: `Bearer ${token.trim()}` },
  });

beforeAll(async () => {
  process.env['XDG_STATE_HOME'] = state;
  stack = await startStackProcess(relative(ROOT, data), '--empty');
});

afterAll(async () => {
  stack.child.kill();
  await stack.ended;
  if (before === undefined) delete process.env['XDG_STATE_HOME'];
  else process.env['XDG_STATE_HOME'] = before;
});

describe('a command without --data', () => {
  test('finds the one stack that runs: its token is good', async () => {
    const { code, stdout, stderr } = await run(newFolder(), 'token', 'alice@example.com');

    expect({ code, stderr }).toEqual({ code: 0, stderr: `Found the stack on ${data} (${stack.endpoints.gateway}).\n` });
    expect((await listWith(stdout)).status).toBe(200);
  });

  test('finds it for keys, too', async () => {
    expect(await run(newFolder(), 'key', 'list')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('\tbooks\t'),
    });
  });

  test('works on the folder at hand where that has data, and says that another runs', async () => {
    const here = newFolder();
    await openIssuer(join(here, '.almanac'));

    const { code, stdout, stderr } = await run(here, 'token', 'alice@example.com');

    expect(code).toBe(0);
    expect(stderr).toContain('No stack runs on .almanac, which this works on. Others run:');
    expect(stderr).toContain(`--data ${inQuotes(data)}  (${stack.endpoints.gateway})`);
    expect((await listWith(stdout)).status).toBe(401);
  });

  test('asks which, where several run', async () => {
    const announced = join(state, 'almanac', 'stacks', '1.json');
    writeFileSync(announced, JSON.stringify({ dataDir: '/elsewhere', url: 'http://127.0.0.1:1/', pid: process.pid }));

    const { code, stdout, stderr } = await run(newFolder(), 'token', 'alice@example.com');

    rmSync(announced);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('Which stack?');
    expect(stderr).toContain('--data /elsewhere');
  });

  test('forgets one that was killed', async () => {
    const left = join(state, 'almanac', 'stacks', '4194304.json');
    writeFileSync(left, JSON.stringify({ dataDir: '/gone', url: 'http://127.0.0.1:1/', pid: 2 ** 22 }));

    const { stderr } = await run(newFolder(), 'token', 'alice@example.com');

    expect(stderr).toContain(`Found the stack on ${data}`);
    expect(existsSync(left)).toBe(false);
  });
});
