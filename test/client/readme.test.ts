/** The commands and the program of README.md, as people paste them, on a stack with its sample data. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execute, folderOfClient, type Outcome } from '#test/support/clients/run-client';
import { ROOT, startStackProcess, type StackProcess } from '#test/support/stack/stack-process';

const folder = folderOfClient();
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const inFolder = (name: string): string => join(folder, name);
const COMMAND = /npm run(?: --silent)? (\w+) -- ([^`)>\n]+[^\s`)>])(?: > (\S+))?/g;

interface Command {
  readonly call: readonly string[];
  /** The file that its output is led into. */
  readonly into: string | undefined;
}

/** Every `npm run` of README whose line fits, as the call of a program. */
const commands = (fits: RegExp): Command[] =>
  [...readme.matchAll(COMMAND)]
    .filter(([line]) => fits.test(line))
    .map(([, name = '', args = '', into]) => ({ call: [`lib/cli/${name}.ts`, ...args.split(' ')], into }));

/** All in one process, whose folder is that of the data: reading the code takes most of a command's time. */
async function run(all: readonly Command[]): Promise<Outcome[]> {
  const calls = JSON.stringify(all.map(({ call }) => call));
  const program = join(ROOT, 'test/support/stack/call-programs.ts');
  const { stdout, stderr } = await execute([process.execPath, program, calls], folder, {});
  if (stdout === '') throw new Error(stderr);
  const outcomes = JSON.parse(stdout) as Outcome[];
  for (const [index, { into }] of all.entries())
    if (into !== undefined) writeFileSync(inFolder(into), outcomes[index]?.stdout ?? '');
  return outcomes;
}

let stack: StackProcess;
beforeAll(async () => {
  stack = await startStackProcess(inFolder('.almanac'));
});
afterAll(async () => {
  stack.child.kill('SIGKILL');
  await stack.ended;
});

test('a token, a program with Google’s client, and a reset', async () => {
  const [alice] = await run(commands(/token -- alice/));
  const program = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  writeFileSync(inFolder('tea.mjs'), program.replace('http://127.0.0.1:8080/', stack.endpoints.gateway));
  const TOKEN = alice?.stdout.trim() ?? '';

  const outcome = await execute([process.execPath, 'tea.mjs'], folder, { TOKEN });

  expect(outcome).toEqual({ code: 0, stdout: expect.stringMatching(/^Tea \S+T15:00:00\S+\n$/), stderr: '' });
  const found = await fetch(`${stack.endpoints.gateway}calendar/v3/calendars/primary/events?q=Tea`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  expect(await found.json()).toMatchObject({ items: [] });
});

test('moves in and out again, and makes a report', async () => {
  const event = 'BEGIN:VEVENT\nUID:1@example.com\nDTSTART:20260301T090000Z\nSUMMARY:Moved in\nEND:VEVENT';
  writeFileSync(inFolder('calendar.ics'), `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n${event}\nEND:VCALENDAR\n`);
  writeFileSync(inFolder('goodreads_library_export.csv'), 'Title,Author\nThe Door,Magda Szabo\n');

  const moves = commands(/calendar -- |books -- import|template campaign/);
  expect((await run(moves)).map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect((await run(commands(/-- report/))).map(({ code }) => code)).toEqual([0]);

  expect(readFileSync(inFolder('calendar.ics'), 'utf8')).toMatch(/PRODID:(?!x)[\s\S]*SUMMARY:Moved in/);
  expect(readFileSync(inFolder('reports/campaigns.csv'), 'utf8')).toMatch(/^date,account,campaign,.*\n.*Boots/);
  expect(readFileSync(inFolder('reports/campaigns.html'), 'utf8')).toContain('Boots');
});
