/** @modules own */
import { execFile } from 'node:child_process';
import { closeSync, cpSync, mkdirSync, openSync, readdirSync, readSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { unpackBrowser } from '#test/support/http/packed-browser';
import { newFolder } from '#test/support/run/folders/new-folder';

/** Of a program for Linux, the first letters and, in the 19th byte, the processor. */
function headOf(file: string): Buffer {
  const head = Buffer.alloc(20);
  const opened = openSync(file, 'r');
  readSync(opened, head);
  closeSync(opened);
  return head;
}
const X64 = 0x3e;

const cache = newFolder();

test("npm's browser is unpacked once and whole, whatever others left in temporary folders", async () => {
  const temporary = newFolder();
  process.env['TMPDIR'] = temporary;
  mkdirSync(join(cache, 'browser-draft-cut'));
  for (const folder of [temporary, join(cache, 'browser-draft-cut')])
    writeFileSync(join(folder, 'chromium'), 'cut short');

  const [program, again] = await Promise.all([unpackBrowser(cache), unpackBrowser(cache)]);

  expect(again).toBe(program);
  const chromium = join(dirname(program), 'chromium');
  expect(headOf(chromium).toString('latin1', 1, 4)).toBe('ELF');
  expect(headOf(chromium)[18]).toBe(X64);
  expect([program, chromium].map((file) => statSync(file).mode & 0o100)).toEqual([0o100, 0o100]);
  expect(statSync(chromium).size).toBeGreaterThan(100_000_000);
  expect(readdirSync(dirname(program))).toContain('libGLESv2.so');
});

test('a bare machine starts it with the libraries and fonts that come along', async () => {
  const program = await unpackBrowser(cache);
  const folder = dirname(program);
  // In its place, so that any machine can start it.
  const stage = newFolder();
  cpSync(program, join(stage, 'start'));
  writeFileSync(join(stage, 'chromium'), '#!/bin/sh\necho "$LD_LIBRARY_PATH" "$FONTCONFIG_FILE" "$@"\n', {
    mode: 0o755,
  });
  const { stdout } = await promisify(execFile)(join(stage, 'start'), ['--headless', 'two words'], { env: {} });

  expect(stdout.trim()).toBe(`${stage}/al2023/lib ${stage}/fonts.conf --headless two words`);
  expect(readdirSync(join(folder, 'al2023/lib'))).toEqual(expect.arrayContaining(['libnss3.so', 'libexpat.so.1']));
  expect(readdirSync(join(folder, 'fonts'), { recursive: true }).join()).toContain('OpenSans-Regular.ttf');
});
