/**
 * What README.md and the documentation page show, as people paste it, on a stack with its sample data: commands, the
 * program of README, and the snippets of operations.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { catalog } from '#functions/catalog';
import type { CodeSample } from '#functions/discovery/snippets/operations/code-samples';
import { clients } from '#test/support/clients/clients';
import { execute, folderOfClient, runClient } from '#test/support/clients/run-client';
import { startProgramServer, type Outcome, type ProgramServer } from '#test/support/stack/run-program';
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

async function run(all: readonly Command[]): Promise<Outcome[]> {
  const outcomes = await Promise.all(all.map(({ call }) => programs.run(call)));
  for (const [index, { into }] of all.entries())
    if (into !== undefined) writeFileSync(inFolder(into), outcomes[index]?.stdout ?? '');
  return outcomes;
}

let stack: StackProcess;
/** All in one process, whose folder is that of the data: reading the code takes most of a command's time. */
let programs: ProgramServer;
beforeAll(async () => {
  stack = await startStackProcess(inFolder('.almanac'));
  programs = startProgramServer({}, folder);
});
afterAll(async () => {
  programs.stop();
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

describe('snippets of operations', () => {
  let TOKEN: string;
  let samples: Map<string, readonly CodeSample[]>;
  beforeAll(async () => {
    TOKEN = /Bearer (\S+)'/.exec(stack.output)?.[1] ?? '';
    const { paths } = (await (await fetch(`${stack.endpoints.gateway}openapi.json`)).json()) as {
      paths: Record<string, Record<string, { operationId: string; 'x-codeSamples'?: readonly CodeSample[] }>>;
    };
    samples = new Map(
      Object.values(paths)
        .flatMap((methods) => Object.values(methods))
        .flatMap(({ operationId, 'x-codeSamples': shown }) => (shown === undefined ? [] : [[operationId, shown]])),
    );
  });
  const sourceOf = (id: string, label: CodeSample['label']): string =>
    samples.get(id)?.find((sample) => sample.label === label)?.source ?? '';

  test('every operation has one for curl, Node and Python', () => {
    expect(samples.size).toBe(catalog.length);
    for (const shown of samples.values()) expect(shown.map(({ label }) => label)).toEqual(['curl', 'Node', 'Python']);
  });

  /** They need an id that only an earlier answer can tell, and say so in capitals. */
  const FOLLOWING = [
    'doubleclicksearch.reports.get',
    'doubleclicksearch.reports.getFile',
    'almanac.icalAddresses.download',
  ];
  const WRITES = [
    'events.insert',
    'events.quickAdd',
    'events.patch',
    'acl.insert',
    'calendars.insert',
    'freebusy.query',
  ].map((name) => `calendar.${name}`);
  const CONVERSIONS = ['insert', 'update'].map((name) => `doubleclicksearch.conversion.${name}`);
  const OWN = ['bookshelves.insert', 'icalAddresses.insert'].map((name) => `almanac.${name}`);

  test('all that read, and some that write, succeed with curl', async () => {
    const reads = [...samples.keys()].filter((id) => !sourceOf(id, 'curl').includes(' -X '));
    const ids = [...reads.filter((id) => !FOLLOWING.includes(id)), ...WRITES, ...CONVERSIONS, ...OWN];
    const script = ids
      .map((id) => `${sourceOf(id, 'curl')} --silent --output /dev/null --write-out '${id} %{http_code}\n'`)
      .join('\n');

    const { stdout } = await execute(['bash', '-c', script], folder, { TOKEN });

    expect(ids.length).toBeGreaterThan(25);
    expect(stdout.trim().split('\n')).toEqual(ids.map((id) => `${id} 200`));
    for (const id of FOLLOWING) expect(sourceOf(id, 'curl')).toMatch(/^# ([A-Z_]+): .* answered.*\ncurl .*\/\1\b/);
  });

  test('Node lists, inserts and searches', async () => {
    const [inserted, listed] = await Promise.all([
      runClient('Node', clients.node, sourceOf('calendar.events.insert', 'Node'), { TOKEN }),
      runClient('Node', clients.node, sourceOf('books.volumes.list', 'Node'), { TOKEN }),
    ]);

    expect(inserted).toMatchObject({ code: 0, stdout: expect.stringContaining("summary: 'Quarterly review'") });
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining("kind: 'books#volumes'") });
  });

  test("operations of our own need no client: Node's fetch and Python's urllib ask for them", async () => {
    const [inNode, inPython] = await Promise.all([
      runClient('Node', clients.node, sourceOf('almanac.bookshelves.insert', 'Node'), { TOKEN }),
      runClient('Python', clients.python, sourceOf('almanac.bookshelves.insert', 'Python'), { TOKEN }),
    ]);

    expect(inNode).toMatchObject({ code: 0, stdout: expect.stringContaining('"books#bookshelf"') });
    expect(inPython).toEqual(
      typeof inPython === 'string'
        ? expect.stringContaining('is not installed here')
        : { ...inPython, code: 0, stdout: expect.stringContaining('"books#bookshelf"') },
    );
  });

  test('Python inserts, where installed', async () => {
    const outcome = await runClient('Python', clients.python, sourceOf('calendar.events.insert', 'Python'), { TOKEN });

    expect(outcome).toEqual(
      typeof outcome === 'string'
        ? expect.stringContaining('google-api-python-client is not installed here')
        : { ...outcome, code: 0, stdout: expect.stringContaining("'summary': 'Quarterly review'") },
    );
  });
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
