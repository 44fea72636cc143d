/** Where `npm test` keeps the files of a run. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { newFolder } from '#test/support/run/folders/new-folder';
import { removeLeftBehind } from '#test/support/run/folders/parent-of-runs';

/** Of a process that has ended. */
async function formerPid(): Promise<string> {
  const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(ended, 'exit');
  return String(ended.pid);
}

test('what a run has left behind that was ended goes with the next, and nothing else', async () => {
  const parent = newFolder();
  const [own, former] = [String(process.pid), await formerPid()];
  for (const name of [
    `almanac-test-${former}-a`,
    `almanac-run-${former}-b`,
    `almanac-test-${own}-c`,
    `other-${former}-d`,
  ]) {
    mkdirSync(join(parent, name));
    writeFileSync(join(parent, name, 'database.sqlite'), 'kept');
  }

  removeLeftBehind(parent);

  expect(readdirSync(parent).sort()).toEqual([`almanac-test-${own}-c`, `other-${former}-d`]);
});

test('the folder of a run names its process, which is that of the tests or starts theirs', () => {
  const [, pid] = /almanac-run-(\d+)-/.exec(realpathSync(newFolder())) ?? [];
  expect([process.pid, process.ppid]).toContain(Number(pid));
});
