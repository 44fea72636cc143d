/** `npm run calendar -- pull` and `compare`, from another Almanac with a service account's file. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Almanac } from '#lib/testing/start-almanac';
import { listen, type Listening } from '#test/support/http/listen';
import { someone } from '#test/support/people';
import { startElsewhere } from '#test/support/pull/mover-key';
import { personAt, type PersonThere } from '#test/support/pull/upstream';
import { newFolder } from '#test/support/run/folders/new-folder';
import { stageFolder } from '#test/support/run/folders/stage-folder';
import { startProgram, type Outcome, type Running } from '#test/support/stack/run-program';
import { useProgramServer } from '#test/support/stack/use-program-server';

const folder = newFolder();
const data = stageFolder();
const EVENTS = 'calendars/primary/events';

let there: Almanac;
let key: string;
let ann: PersonThere;
let bob: PersonThere;

beforeAll(async () => {
  ({ there, key } = await startElsewhere(folder));
  // An address that no path carries.
  [ann, bob] = await Promise.all([personAt(there, someone('ann')), personAt(there, someone('bob%41'))]);
  for (const person of [ann, bob])
    for (const day of ['10', '11', '12'])
      await person.ask('POST', EVENTS, {
        summary: `On ${day}`,
        start: { date: `2026-03-${day}` },
        end: { date: `2026-03-${day}` },
      });
});
afterAll(() => there.stop());

/** Between a pull and the other Almanac: never answers the next request for this path, and says when it comes. */
let hold: { readonly path: string; readonly come: () => void } | undefined;
const held = (path: string): Promise<void> =>
  new Promise((come) => {
    hold = { path, come };
  });
const between = createServer((request, response) => {
  const { url = '', headers, method = 'GET' } = request;
  if (hold !== undefined && new URL(url, there.url).pathname.endsWith(hold.path)) {
    hold.come();
    hold = undefined;
    return;
  }
  const { authorization = '', 'content-type': contentType = '' } = headers;
  void (async () => {
    const body = method === 'POST' ? await text(request) : undefined;
    const sent = {
      method,
      headers: { authorization, 'content-type': contentType },
      ...(body !== undefined && { body }),
    };
    const answer = await fetch(new URL(url, there.url), sent);
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(await answer.text());
  })();
});
let proxy: Listening;
beforeAll(async () => {
  proxy = await listen(between);
});
afterAll(() => proxy.stop());

const programs = useProgramServer();
const calling = (args: readonly string[]): string[] => ['lib/cli/calendar.ts', ...args, '--data', data];
const run = (...args: string[]): Promise<Outcome> => programs.run(calling(args));
/** As a process of its own, which can be killed. */
const start = (...args: string[]): Running => startProgram(calling(args));

describe('npm run calendar -- pull', () => {
  test('killed, it goes on; both sides agree; many people at once; switched over, nobody is pulled', async () => {
    const args = ['pull', '--from', proxy.url, '--user', ann.email, '--credentials', key];
    for (const path of ['/settings', '/events']) {
      const { child, outcome } = start(...args);
      await held(path);
      child.kill('SIGKILL');
      await outcome;
    }

    expect(await run(...args)).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining(`${ann.email}: 3 events read`),
    });

    const people = join(folder, 'people.txt');
    writeFileSync(people, `# movers\n${ann.email}\n\n${bob.email}\n`);
    const many = await run('pull', '--from', proxy.url, '--users', people, '--credentials', key);
    expect(many).toMatchObject({ code: 0, stderr: '' });
    expect(many.stdout).toContain(`${ann.email}: 0 events read, 0 changes taken, 0 not taken.`);
    expect(many.stdout).toContain(`${bob.email}: 3 events read`);

    await bob.ask('POST', EVENTS, { start: { date: '2026-03-13' }, end: { date: '2026-03-13' } });
    const differing = await run('compare', '--users', people, '--credentials', key);
    expect(differing.code).toBe(1);
    expect(differing.stdout).toBe(`${ann.email}: 3 events, both sides agree.\n${bob.email}: 4 events, 1 difference.\n`);
    expect(differing.stderr).toMatch(/: event \w+ of \S+ is only there\n$/);

    expect((await run('pull', '--finish', bob.email)).stdout).toContain('is switched over');
    const refused = await run('pull', '--from', proxy.url, '--user', bob.email, '--credentials', key);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is switched over') });
  });

  test('refuses what makes no sense, with a sentence', async () => {
    const wrong: readonly (readonly [sentence: string, args: readonly string[]])[] = [
      ['Whose calendar?', ['--from', 'https://example.com']],
      ['From where?', ['--user', 'ann@example.com']],
      ["'ann' is not an address", ['--from', 'https://example.com', '--user', 'ann']],
      ['In whose name?', ['--from', 'https://example.com', '--user', 'ann@example.com']],
      ['was not pulled before', ['--continue', '--user', 'new@example.com']],
    ];

    const outcomes = await Promise.all(wrong.map(([, args]) => run('pull', ...args)));

    for (const [index, [sentence]] of wrong.entries())
      expect(outcomes[index]).toMatchObject({ code: 1, stderr: expect.stringContaining(sentence) });
  });
});
