/**
 * The recipes of lib/testing/README.md for GitHub Actions and GitLab: their scripts are run as a runner would, in a
 * project that has Almanac installed. What needs their machines (checkout, images) and `npm ci` is not.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { load } from 'js-yaml';
import { inShell } from '#lib/command/in-shell';
import { listen } from '#lib/local/gateway/listen';
import { newFolder } from '#test/support/run/folders/new-folder';
import { ROOT } from '#test/support/stack/stack-process';

interface Recipes {
  readonly github: { readonly jobs: { readonly test: { readonly steps: readonly { readonly run?: string }[] } } };
  readonly gitlab: { readonly test: { readonly script: readonly string[] } };
}

const { bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly bin: { almanac: string } };
const readme = readFileSync(join(ROOT, 'lib/testing/README.md'), 'utf8');

function recipe<Name extends keyof Recipes>(name: Name): Recipes[Name] {
  const [, yaml = ''] = new RegExp(`\`\`\`yaml ci=${name}\n([\\s\\S]*?)\`\`\``).exec(readme) ?? [];
  return load(yaml) as Recipes[Name];
}

/** The suite of somebody's project: it asks for what the recipe promises. */
const SUITE = `import assert from 'node:assert/strict';
import { test } from 'node:test';

test('alice has a calendar', async () => {
  const answer = await fetch('http://127.0.0.1:8080/calendar/v3/calendars/primary', {
    headers: { authorization: 'Bearer ' + process.env.TOKEN },
  });
  assert.equal((await answer.json()).id, 'alice@example.com');
});
`;

/** Others may listen on 8080 here. */
async function freePort(): Promise<string> {
  const { port, stop } = await listen(createServer(), 0);
  await stop();
  return String(port);
}

function projectOn(port: string): string {
  const folder = newFolder();
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  const write = (name: string, script: string): void => {
    writeFileSync(join(folder, 'node_modules/.bin', name), `#!/bin/sh\nexec ${script}\n`, { mode: 0o755 });
  };
  write('almanac', `${inShell(process.execPath)} ${inShell(join(ROOT, bin.almanac))} "$@"`);
  // A second less for each call; `packed.test.ts` goes through the real one.
  write('npx', '"$@"');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "scripts": { "test": "node --test" } }');
  writeFileSync(join(folder, 'calendar.test.js'), SUITE.replace('8080', port));
  return folder;
}

/** Each script in a shell of its own, all of them in one group of processes that ends with the job. */
async function runJob(scripts: readonly string[], handsOn: string): Promise<{ code: number; output: string }> {
  const port = await freePort();
  const cwd = projectOn(port);
  const written = scripts
    .filter((script) => script !== 'npm ci')
    .map((script) => script.replaceAll('8080', port).replace('almanac start ', `almanac start --port ${port} `));
  for (const [index, script] of written.entries()) writeFileSync(join(cwd, `step-${String(index)}.sh`), script);
  const job = written.map((_script, index) => `bash -e step-${String(index)}.sh; ${handsOn}`).join('\n');
  const PATH = `${join(cwd, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`;
  const env = { PATH, HOME: cwd, TMPDIR: cwd, GITHUB_ENV: join(cwd, 'github.env') };
  const child = spawn('bash', ['-ec', job], { cwd, env, detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const code = await new Promise<number>((resolve) => child.on('exit', (status) => resolve(status ?? 1)));
  try {
    process.kill(-(child.pid ?? 0), 'SIGKILL');
  } catch {
    // It had not come to starting anything that stays.
  }
  return { code, output: `${output}${readFileSync(join(cwd, 'almanac.log'), 'utf8')}` };
}

test('GitHub Actions', async () => {
  const scripts = recipe('github').jobs.test.steps.flatMap(({ run }) => (run === undefined ? [] : [run]));

  const { code, output } = await runJob(scripts, 'if [ -f github.env ]; then set -a; . ./github.env; set +a; fi');

  expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/pass 1\b/) });
});

test('GitLab', async () => {
  // GitLab runs all lines in one shell.
  const { code, output } = await runJob([recipe('gitlab').test.script.slice(1).join('\n')], 'true');

  expect(recipe('gitlab').test.script[0]).toBe('npm ci');
  expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/pass 1\b/) });
});
