import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openDataFolder } from '#lib/local/data-folder/data-folder';
import { eventually } from '#test/support/eventually';
import { newFolder } from '#test/support/run/folders/new-folder';
import { runProgram, startProgram } from '#test/support/stack/run-program';
import { answers, ROOT, startStackProcess, type StackProcess } from '#test/support/stack/stack-process';

const run = promisify(execFile);
const dataDir = newFolder();
const START = ['--import', './lib/local/require-node.mjs', 'lib/local/start.ts'];

/** What a stack prints from now on, line by line. */
function linesOf({ child }: StackProcess): string[] {
  const lines: string[] = [];
  let rest = '';
  child.stdout?.on('data', (text: string) => {
    const parts = `${rest}${text}`.split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  return lines;
}

let stack: StackProcess;
let urls: string[];
beforeAll(async () => {
  stack = await startStackProcess(dataDir, '--empty', '--log', 'pretty');
  urls = [stack.endpoints.gateway, stack.endpoints.s3];
});
afterAll(async () => {
  stack.child.kill('SIGKILL');
  await stack.ended;
});

describe('npm start', () => {
  test('prints the address of each service', () => {
    for (const path of ['calendar/v3', 'books/v1', 'doubleclicksearch/v2'])
      expect(stack.output).toContain(`${stack.endpoints.gateway}${path}\n`);
  });

  test('books are found without a key, unless one is required; new users have the zone that is asked for', async () => {
    const search = (gateway: string) => fetch(`${gateway}books/v1/volumes?q=anything`);
    expect((await search(stack.endpoints.gateway)).status).toBe(200);

    const strict = await startStackProcess(newFolder(), '--empty', '--books-key-required', '--time-zone', 'Asia/Tokyo');
    try {
      expect((await search(strict.endpoints.gateway)).status).toBe(403);
      const own = await fetch(`${strict.endpoints.gateway}calendar/v3/calendars/primary`, {
        headers: { authorization: /Bearer [\w.-]+/.exec(strict.output)?.[0] ?? '' },
      });
      expect(await own.json()).toMatchObject({ timeZone: 'Asia/Tokyo' });
    } finally {
      strict.child.kill('SIGKILL');
      await strict.ended;
    }
  });

  test('is healthy', async () => {
    expect((await fetch(`${stack.endpoints.gateway}healthz`)).status).toBe(200);
  });

  test('prints a curl line that works when pasted', async () => {
    const line = stack.output.split('\n').find((text) => text.startsWith('curl ')) ?? '';

    const { stdout } = await run('bash', ['-c', `${line} --silent`]);

    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'calendar#calendarList',
      items: [{ id: 'alice@example.com', primary: true }],
    });
  });

  test('prints a six-line example that works when pasted', async () => {
    const lines = stack.output.split('\n');
    const first = lines.findIndex((text) => text.startsWith('import '));
    const example = lines.slice(first, first + 6);
    const folder = join(ROOT, 'node_modules/.cache');
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `example-${String(process.pid)}.mjs`);
    writeFileSync(file, example.join('\n'));

    const { stdout } = await run(process.execPath, [file], { env: { FORCE_COLOR: '0' } }).finally(() => {
      rmSync(file);
    });

    expect(example.at(-1)).toBe('console.log(data.items);');
    expect(stdout).toContain("id: 'alice@example.com'");
  });

  test('prints a key that public operations take', async () => {
    const key = /alm_\w+/.exec(stack.output)?.[0] ?? '';
    const colors = `${stack.endpoints.gateway}calendar/v3/colors`;

    expect((await fetch(`${colors}?key=${key}`)).status).toBe(200);
    expect((await fetch(colors)).status).not.toBe(200);
  });

  test('logs a request in one line, without the key', async () => {
    const lines = linesOf(stack);
    const key = /alm_\w+/.exec(stack.output)?.[0] ?? '';

    await fetch(`${stack.endpoints.gateway}calendar/v3/colors?key=${key}&fields=kind`);

    await eventually(() => lines.some((text) => text.includes('fields=kind')));
    expect(lines.find((text) => text.includes('fields=kind'))).toMatch(
      /^\d\d:\d\d:\d\d GET \/calendar\/v3\/colors\?key=\.\.\.&fields=kind 200 \d+ ms, \d+ database calls?$/,
    );
  });

  test('logs how many calls of the database a request took', async () => {
    const lines = linesOf(stack);
    const authorization = `Bearer ${/Bearer ([\w.-]+)/.exec(stack.output)?.[1] ?? ''}`;

    await fetch(`${stack.endpoints.gateway}calendar/v3/calendars/primary?fields=id`, { headers: { authorization } });

    await eventually(() => lines.some((text) => text.includes('fields=id')));
    expect(lines.find((text) => text.includes('fields=id'))).toMatch(/ 200 \d+ ms, [1-9]\d* database calls?$/);
  });

  test('leaves in its folder where its servers are', () => {
    expect(stack.endpoints).toMatchObject({
      bucket: 'almanac-local',
      tables: ['calendar', 'books', 'ads', 'sign-in'].map((name) => `almanac-local-${name}`),
      pid: stack.child.pid,
      env: { STAGE: 'local', AWS_ENDPOINT_URL_S3: stack.endpoints.s3 },
    });
  });

  test('listens on no other address than 127.0.0.1', async () => {
    const others = Object.values(networkInterfaces()).flatMap((addresses = []) =>
      addresses.filter(({ internal, family }) => !internal && family === 'IPv4'),
    );
    const reachable = await Promise.all(others.flatMap(({ address }) => urls.map((url) => answers(url, address))));

    expect(await Promise.all(urls.map((url) => answers(url)))).toEqual([true, true]);
    expect(reachable).not.toContain(true);
  });

  test('refuses a folder that another one uses', async () => {
    const second = await runProgram([...START, '--port', '0', '--data', dataDir]);

    expect(second).toEqual({
      code: 1,
      stdout: '',
      stderr: `Another \`npm start\` uses ${dataDir}. Stop it, or choose another folder with --data DIR.\n`,
    });
  });

  test('refuses a port that is taken, in one line', async () => {
    const { port } = new URL(stack.endpoints.gateway);
    const other = newFolder();

    const second = await runProgram([...START, '--port', port, '--data', other]);

    expect(second).toEqual({
      code: 1,
      stdout: '',
      stderr: `Port ${port} is taken. Stop what uses it, or choose another with --port N.\n`,
    });
  });

  test('stops everything when it is told to', async () => {
    stack.child.kill('SIGTERM');

    expect(await stack.ended).toBe(0);
    expect(await Promise.all(urls.map((url) => answers(url)))).toEqual([false, false]);
    expect(existsSync(join(dataDir, 'endpoints.json'))).toBe(false);
  });
});

describe('npm start --log', () => {
  const folder = newFolder();

  /** Whole lines that a request leaves behind, up to the end of the stack. */
  async function linesOfRequest(log: string): Promise<string[]> {
    const running = await startStackProcess(folder, '--empty', '--log', log);
    const lines = linesOf(running);
    await fetch(`${running.endpoints.gateway}calendar/v3/colors`);
    running.child.kill('SIGTERM');
    await running.ended;
    return lines.filter((text) => text !== '');
  }

  test('json: writes what a deployed function writes', async () => {
    const lines = await linesOfRequest('json');

    expect(lines.map((text) => JSON.parse(text) as object)).toEqual([
      expect.objectContaining({ level: 'info', message: 'request', operation: 'calendar.colors.get' }),
    ]);
  });

  test('off: writes nothing', async () => {
    expect(await linesOfRequest('off')).toEqual([]);
  });
});

/** Whether another one could start on this folder. */
function isFree(folder: string): boolean {
  try {
    openDataFolder(folder, { fresh: false }).release();
    return true;
  } catch {
    return false;
  }
}

test('npm start that is killed while it brings sample data leaves nothing behind', async () => {
  const folder = newFolder();
  const npm = spawn('npm', ['start', '--', '--port', '0', '--data', folder], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise<void>((resolve) => {
    npm.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('Adding sample data')) resolve();
    });
  });
  npm.kill('SIGKILL');

  await eventually(() => isFree(folder));
});

test('npm start keeps temporary files in its folder, removes what a killed one left, and leaves none', async () => {
  const folder = newFolder();
  const temporary = join(folder, 'temporary');
  const killed = await startStackProcess(folder, '--services', 'books');
  expect((await fetch(`${killed.endpoints.gateway}books/v1/volumes?q=sea`)).status).toBe(200);
  expect(readdirSync(temporary)).toEqual([expect.stringMatching(/^almanac-search-/)]);
  killed.child.kill('SIGKILL');
  await killed.ended;

  const next = await startStackProcess(folder, '--services', 'books');
  expect(readdirSync(temporary)).toEqual([]);
  expect((await fetch(`${next.endpoints.gateway}books/v1/volumes?q=sea`)).status).toBe(200);
  next.child.kill('SIGTERM');
  await next.ended;
  expect(existsSync(temporary)).toBe(false);
});

test('npm start keeps the code that it compiled while it runs: commands beside it need not compile it again', async () => {
  const compiled = newFolder();
  const options = ['--port', '0', '--data', newFolder(), '--empty'];
  const { child, outcome } = startProgram(['lib/local/start.ts', ...options], { NODE_COMPILE_CACHE: compiled });
  try {
    await eventually(() => readdirSync(compiled, { recursive: true }).length > 100);
    expect(child.exitCode).toBeNull();
  } finally {
    child.kill('SIGTERM');
    await outcome;
  }
});

describe('npm start in a folder that it cannot use', () => {
  const FULL_DISK = ['--import', './test/support/stack/full-disk.mjs'];
  const folder = newFolder();

  test.each([
    ['a file', [], join(import.meta.dirname, 'start.test.ts'), 'is no folder. Choose another with --data DIR.'],
    ['one in which nobody may write', [], '/sys/almanac', /^cannot be written to \(E\w+\)\. .*--data DIR\.$/],
    ['one on a full disk', FULL_DISK, folder, /^cannot grow\. Make room there, .*--data DIR\.$/],
  ])('%s: says so in one line and ends with 1', async (_name, loaded, path, sentence) => {
    const { code, stdout, stderr } = await runProgram([...loaded, ...START, '--port', '0', '--data', path]);

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr.slice(stderr.indexOf(path) + path.length + 1, -1)).toEqual(expect.stringMatching(sentence));
  });

  test('one of a newer version: names it, and leaves it alone', async () => {
    writeFileSync(join(folder, 'version.json'), '99');

    const outcome = await runProgram([...START, '--port', '0', '--data', folder]);

    expect(outcome).toEqual({
      code: 1,
      stdout: '',
      stderr:
        `${folder} was written by a newer Almanac (version 99 of the folder, this one knows 3). ` +
        'Update this one, or choose another folder with --data DIR.\n',
    });
  });
});

describe('npm start with options that make no sense', () => {
  const UNKNOWN = ['--database', 'mysql'];
  let other: Server;
  let taken: string;
  beforeAll(async () => {
    other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    taken = String((other.address() as AddressInfo).port);
  });
  afterAll(() => {
    other.close();
  });

  test('says so before it is told that its port is taken, and before a fresh start removes data', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'database.sqlite'), 'kept');

    const { code, stderr } = await runProgram([...START, '--data', folder, '--port', taken, '--fresh', ...UNKNOWN]);

    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("not 'mysql'") });
    expect(readFileSync(join(folder, 'database.sqlite'), 'utf8')).toBe('kept');
  });

  test.each([
    ['an unknown option', ['--prot', '80'], "Unknown option '--prot'. Did you mean --port?", 'Usage: npm start'],
    ['a port that is none', ['--port', 'http'], "not 'http'", 'Usage: npm start'],
    ['an unknown log', ['--log', 'prety'], "not 'prety'. Did you mean pretty?", 'Usage: npm start'],
    ['an unknown database', UNKNOWN, "not 'mysql'", 'embedded'],
  ])('%s: says so and ends with 1', async (_name, options, message, help) => {
    const folder = newFolder();

    const { code, stderr } = await runProgram([...START, '--data', folder, '--port', taken, ...options]);

    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr).toContain(help);
  });

  test('says what is missing where DynamoDB Local cannot run', async () => {
    const folder = newFolder();
    const nowhere = { cwd: ROOT, env: { PATH: '/nonexistent' } };

    const failed = run(
      process.execPath,
      [...START, '--port', '0', '--data', folder, '--database', 'dynamodb-local'],
      nowhere,
    );

    const { code, stderr } = await failed.then(
      () => ({ code: 0, stderr: '' }),
      (error: { code: number; stderr: string }) => error,
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/^DynamoDB Local needs Java 17.*the embedded database needs nothing\.\n$/);
  });
});
