/** @modules own */
import { chownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { StartupError } from '#lib/command/startup-error';
import { lastingFolder } from '#lib/runtime/process/temporary-folder';
import { newFolder } from '#test/support/run/folders/new-folder';
import { thrownBy } from '#test/support/thrown';

const SOMEBODY = 65_534;
/** Undefined on Windows, where everybody has a temporary folder. */
const user = process.getuid?.();
let temporary: string;
/** The name that the folder gets. */
let expected: string;

beforeEach(() => {
  temporary = newFolder();
  expected = join(temporary, user === undefined ? 'almanac-import-books' : `almanac-import-books-${String(user)}`);
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = temporary;
});

describe('a folder that the next process finds again', () => {
  test('has the user in its name, and nobody else may look into it', () => {
    expect(lastingFolder('import-books')).toBe(expected);
    writeFileSync(join(expected, 'draft'), '');

    expect(lastingFolder('import-books')).toBe(expected);
    if (user !== undefined) expect(statSync(expected).mode & 0o777).toBe(0o700);
  });

  test('is not where a link of somebody leads', () => {
    symlinkSync(newFolder(), expected, 'junction');

    expect(thrownBy(() => lastingFolder('import-books'))).toEqual(
      new StartupError(
        `${expected} belongs to somebody else. Delete it, or name another temporary folder: TMPDIR=DIR.`,
      ),
    );
  });

  test('is not the folder of somebody', () => {
    mkdirSync(expected);
    // Only the administrator can give a folder away; others find their own.
    if (user === 0) chownSync(expected, SOMEBODY, SOMEBODY);

    const refusal = thrownBy(() => lastingFolder('import-books'));

    expect(refusal instanceof StartupError).toBe(user === 0);
  });
});
