import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { StartupError } from '#lib/command/startup-error';
import { diskFullMessage, unusableFolderMessage } from '#lib/local/process/machine-failure';

const FOLDER = tmpdir();
const FULL = `The disk is full: ${FOLDER} cannot grow. Make room there, or choose one on another disk with --data DIR.`;

/** What a piece of work fails with. */
function failureOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
}

/** The real one: a database that may not grow. */
function fullDatabase(): unknown {
  const database = new DatabaseSync(':memory:');
  database.exec('PRAGMA max_page_count = 2; CREATE TABLE letters (text)');
  return failureOf(() => database.prepare('INSERT INTO letters VALUES (?)').run('x'.repeat(100_000)));
}

const systemError = (code: string): Error => Object.assign(new Error(`${code}: refused, write`), { code });

describe('a full disk', () => {
  test.each([
    ['of the system', systemError('ENOSPC')],
    ['by quota', systemError('EDQUOT')],
    ['of SQLite', fullDatabase()],
    [
      'that caused something else',
      new Error('no answer', { cause: new Error('failed', { cause: systemError('ENOSPC') }) }),
    ],
    ['of which a log line is left', 'Error: ENOSPC: no space left on device, write\n    at x'],
  ])('%s', (_name, error) => {
    expect(diskFullMessage(error, FOLDER)).toBe(FULL);
  });

  test.each([
    ['another failure', new TypeError('x is undefined')],
    ['nothing', undefined],
    [
      'an error that is its own cause',
      (() => {
        const error = new Error('again');
        error.cause = error;
        return error;
      })(),
    ],
  ])('is not %s', (_name, error) => {
    expect(diskFullMessage(error, FOLDER)).toBeUndefined();
  });
});

describe('a folder that cannot be used', () => {
  test.each(['EACCES', 'EPERM', 'EROFS'])('%s', (code) => {
    expect(unusableFolderMessage(systemError(code), '/data')).toBe(
      `/data cannot be written to (${code}). Change its owner or its rights, or choose another with --data DIR.`,
    );
  });

  test('is one in which no database can be made', () => {
    const error = failureOf(() => new DatabaseSync('/nonexistent/lock'));

    expect(unusableFolderMessage(error, '/nonexistent')).toMatch(/^\/nonexistent cannot be written to/);
  });

  test('is a file', () => {
    const error = failureOf(() => mkdirSync(import.meta.filename, { recursive: true }));

    expect(unusableFolderMessage(error, 'notes.txt')).toBe('notes.txt is no folder. Choose another with --data DIR.');
  });

  test('is one on a full disk', () => {
    expect(unusableFolderMessage(systemError('ENOSPC'), FOLDER)).toBe(FULL);
  });
});

test('a failure for people is its message alone, wherever it is printed', () => {
  expect(inspect(new StartupError(FULL, { cause: systemError('ENOSPC') }))).toBe(FULL);
});
