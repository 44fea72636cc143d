/** @modules own */
import { closeSync, mkdirSync, openSync, readdirSync, readSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { unpackBrowser } from '#test/support/http/packed-browser';
import { newFolder } from '#test/support/run/new-folder';

/** Of a program for Linux, the first letters and, in the 19th byte, the processor. */
function headOf(file: string): Buffer {
  const head = Buffer.alloc(20);
  const opened = openSync(file, 'r');
  readSync(opened, head);
  closeSync(opened);
  return head;
}
const X64 = 0x3e;

test("npm's browser is unpacked once and whole, whatever others left in temporary folders", async () => {
  const cache = newFolder();
  const temporary = newFolder();
  process.env['TMPDIR'] = temporary;
  mkdirSync(join(cache, 'browser-draft-cut'));
  for (const folder of [temporary, join(cache, 'browser-draft-cut')])
    writeFileSync(join(folder, 'chromium'), 'cut short');

  const [program, again] = await Promise.all([unpackBrowser(cache), unpackBrowser(cache)]);

  expect(again).toBe(program);
  expect(headOf(program).toString('latin1', 1, 4)).toBe('ELF');
  expect(headOf(program)[18]).toBe(X64);
  expect(statSync(program).mode & 0o100).toBe(0o100);
  expect(statSync(program).size).toBeGreaterThan(100_000_000);
  expect(readdirSync(dirname(program))).toContain('libGLESv2.so');
});
