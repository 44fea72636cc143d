/** The example of lib/testing/README.md, as people paste it. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { newFolder } from '#test/support/run/folders/new-folder';
import { ROOT } from '#test/support/stack/stack-process';

const run = promisify(execFile);
const readme = readFileSync(join(ROOT, 'lib/testing/README.md'), 'utf8');
const example = /```js test=node:test\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';

/** A project of somebody else, with Almanac and Google's client installed. */
function project(file: string, text: string): string {
  const folder = newFolder();
  mkdirSync(join(folder, 'node_modules/@googleapis'), { recursive: true });
  symlinkSync(ROOT, join(folder, 'node_modules/almanac'));
  symlinkSync(join(ROOT, 'node_modules/@googleapis/calendar'), join(folder, 'node_modules/@googleapis/calendar'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, file), text);
  return folder;
}

/** Without what jest sets for us: it would lead the other runner to our stage. */
const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };

test('runs with node:test', async () => {
  const cwd = project('guests.test.js', example);

  const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap'], { cwd, env });

  expect(stdout).toContain('ok 1 - guests are invited');
  expect(stdout).toContain('# fail 0');
});

test('fails with node:test where the code under test is wrong', async () => {
  const cwd = project('guests.test.js', example.replace("sendUpdates: 'all'", "sendUpdates: 'none'"));

  await expect(run(process.execPath, ['--test', '--test-reporter=tap'], { cwd, env })).rejects.toMatchObject({
    code: 1,
  });
});
