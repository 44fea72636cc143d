/** `npm run dev` on a copy of the source, which the tests change. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '#test/support/eventually';
import { newFolder } from '#test/support/run/folders/new-folder';
import { stateHome } from '#test/support/stack/run-program';
import { answers, ROOT } from '#test/support/stack/stack-process';

const copy = newFolder();
const OPERATION = 'functions/calendar/colors/get.ts';
/** Loaded at every start; operations are loaded with their first request. */
const START = 'lib/local/start.ts';

let dev: ChildProcess;
let output = '';
beforeAll(async () => {
  for (const name of ['lib', 'functions', 'package.json', 'serverless.yml'])
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const args = ['--import', './lib/local/require-node.mjs', 'lib/cli/package/dev.ts'];
  dev = spawn(process.execPath, [...args, '--port', '0', '--data', 'data', '--fresh', '--empty', '--log', 'off'], {
    cwd: copy,
    env: {
      PATH: process.env['PATH'],
      XDG_STATE_HOME: stateHome(),
      ALMANAC_PARENT: String(process.pid),
      NODE_COMPILE_CACHE: newFolder(),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [dev.stdout, dev.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  await eventually(() => output.includes('console.log(data.items);\n'));
});
afterAll(async () => {
  if (dev.exitCode !== null || dev.signalCode !== null) return;
  dev.kill('SIGTERM');
  await once(dev, 'exit');
});

/** As many editors save: the new file takes the old one's place. */
function save(file: string, text: string): void {
  writeFileSync(join(copy, `${file}.new`), text);
  renameSync(join(copy, `${file}.new`), join(copy, file));
}

const read = (file: string): string => readFileSync(join(copy, file), 'utf8');

const gateway = (): string => (JSON.parse(read('data/endpoints.json')) as { gateway: string }).gateway;

const token = (): string => /Bearer ([\w.-]+)/.exec(output)?.[1] ?? '';

const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
  const answer = await fetch(`${gateway()}calendar/v3/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token()}`, 'content-type': 'application/json' },
  });
  return answer.json();
};

const restarts = (): number => output.split('Almanac is ready again after ').length - 1;

test('npm run dev serves changed source after each save, with the data of before', async () => {
  const source = read(OPERATION);
  await ask('calendars', { method: 'POST', body: JSON.stringify({ summary: 'Kept' }) });

  for (const [times, kind] of ['test#first', 'test#second'].entries()) {
    save(OPERATION, source.replace('calendar#colors', kind));
    await eventually(() => restarts() > times);

    expect(output).toContain(`${OPERATION} changed: restarting.\n`);
    expect(await ask('colors')).toMatchObject({ kind });
    expect(await ask('users/me/calendarList')).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ summary: 'Kept' })]),
    });
  }
});

test('a syntax error does not end npm run dev: it waits for the next save', async () => {
  const source = read(START);
  const before = restarts();

  save(START, `${source}\nconst = ;\n`);
  await eventually(() => output.includes('The stack ended. It starts again when you change a file.'));
  await eventually(() => output.includes('SyntaxError'));

  save(START, source);
  await eventually(() => restarts() > before);
  expect(await ask('colors')).toMatchObject({ kind: expect.any(String) });
});

test('the stack ends with npm run dev', async () => {
  const url = gateway();
  dev.kill('SIGTERM');
  await once(dev, 'exit');

  expect(await answers(url)).toBe(false);
});
