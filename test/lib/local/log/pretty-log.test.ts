/** The log that people read, as a process of its own writes it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { ROOT } from '#test/support/stack/stack-process';

const run = promisify(execFile);

/** Runs a few lines with `log` for requests and `logger` for everything else; gives what they print. */
async function printed(lines: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const program = `
    import { WriteStream } from 'node:tty';
    import { usePrettyLog } from './lib/local/log/pretty-log.ts';
    import { logger } from './lib/runtime/process/logger.ts';
    import { Meter, withMeter } from './lib/api/process/meter.ts';
    const log = usePrettyLog('.');
    ${lines}`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...env },
  });
  return stdout;
}

const REQUEST =
  "await log({ method: 'GET', url: '/calendar/v3/colors?key=secret' }, async () => ({ statusCode: 200 }));";
/** As a terminal that has colours. */
const TERMINAL = 'Object.assign(process.stdout, { isTTY: true, getColorDepth: WriteStream.prototype.getColorDepth });';
const ESCAPE = '\u001b';

describe('a request', () => {
  test('is one line: time, method, path without secrets, status, milliseconds, database calls', async () => {
    expect(await printed(REQUEST)).toMatch(
      /^\d\d:\d\d:\d\d GET \/calendar\/v3\/colors\?key=\.\.\. 200 \d+ ms, 0 database calls\n$/,
    );
  });

  test('counts the database calls of all that it is made of', async () => {
    const call = "{ name: 'Get', startedAt: 0, endedAt: 1, capacity: 1 }";
    const lines = `
      const meters = [new Meter(), new Meter()];
      await log({ method: 'POST', url: '/batch' }, async () => {
        await Promise.all(meters.map((meter) => withMeter(meter, async () => { meter.calls.push(${call}); })));
        return { statusCode: 503 };
      });`;

    expect(await printed(lines)).toMatch(/ POST \/batch 503 \d+ ms, 2 database calls\n$/);
  });

  test.each([
    ['has colours on a terminal', TERMINAL, { TERM: 'xterm-256color' }, true],
    ['has none in a file', '', { TERM: 'xterm-256color' }, false],
    ['has none where NO_COLOR says so', TERMINAL, { TERM: 'xterm-256color', NO_COLOR: '1' }, false],
    ['has colours where FORCE_COLOR says so', '', { FORCE_COLOR: '1' }, true],
  ])('%s', async (_name, prepare, env, isColoured) => {
    const line = await printed(`${prepare} ${REQUEST}`, env);

    expect(line.includes(ESCAPE)).toBe(isColoured);
    expect(line.includes(`${ESCAPE}[32m200${ESCAPE}[39m`)).toBe(isColoured);
  });
});

describe('what functions log', () => {
  test('an error has its stack', async () => {
    const lines = `
      const error = new TypeError('x is undefined');
      logger.error('request failed', { requestId: 'r1', operation: 'calendar.events.list', error: error.name, cause: error.message, stack: error.stack });`;

    expect(await printed(lines)).toMatch(
      /^\d\d:\d\d:\d\d error request failed requestId=r1 operation=calendar\.events\.list\nTypeError: x is undefined\n {4}at /,
    );
  });

  test('a full disk is a sentence that says what to do, without a stack', async () => {
    const lines =
      "logger.error('request failed', { error: 'Error', cause: 'database or disk is full', stack: 'Error: database or disk is full\\n    at x' });";

    expect((await printed(lines)).split('\n').slice(1)).toEqual([
      'The disk is full: . cannot grow. Make room there, or choose one on another disk with --data DIR.',
      '',
    ]);
  });

  test('other words are a line with their fields', async () => {
    expect(await printed("logger.info('import complete', { file: 'a.csv', added: 3, left: undefined });")).toMatch(
      /^\d\d:\d\d:\d\d import complete file=a\.csv added=3\n$/,
    );
  });

  test('guests’ copies are mentioned only if one was not made', async () => {
    const lines = [
      [0, 0],
      [1, 0],
      [0, 1],
    ].map(
      ([failures, drops]) =>
        `logger.info('copies', { service: 'calendar', run: 'propagate', tasks: 2, failures: ${String(failures)}, drops: ${String(drops)} });`,
    );

    expect((await printed(lines.join('\n'))).replaceAll(/^\S+ /gm, '')).toBe(
      'copies service=calendar run=propagate tasks=2 failures=1 drops=0\n' +
        'copies service=calendar run=propagate tasks=2 failures=0 drops=1\n',
    );
  });

  test('the line of a request, which the gateway prints already, is not printed twice', async () => {
    expect(await printed("logger.info('request', { operation: 'calendar.colors.get', status: 200 });")).toBe('');
  });
});
