import { cpSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { StartupError } from '#lib/command/startup-error';
import { openStoredFile } from '#lib/local/former-data/stored-file';
import { newFolder } from '#test/support/run/folders/new-folder';
import { thrownBy } from '#test/support/thrown';

let folder: string;
let writer: DatabaseSync;
beforeEach(() => {
  folder = newFolder();
  writer = new DatabaseSync(join(folder, 'written.db'));
  writer.exec('PRAGMA cache_size = 2; CREATE TABLE lines (line TEXT)');
});
afterEach(() => {
  writer.close();
});

function addLines(line: string): void {
  const insert = writer.prepare('INSERT INTO lines VALUES (?)');
  writer.exec('BEGIN');
  for (let count = 0; count < 100; count += 1) insert.run(line.repeat(200));
  writer.exec('COMMIT');
}

/** The files as they are in the middle of the writer's work, which is what its sudden end leaves. */
function whatAKillLeaves(companion: '-wal' | '-journal'): string {
  const left = join(folder, 'left.db');
  for (const end of ['', companion]) cpSync(join(folder, `written.db${end}`), `${left}${end}`);
  return left;
}

function firstLetters(file: string): string[] {
  const stored = openStoredFile(file);
  try {
    const query = 'SELECT substr(line, 1, 1) AS letter, COUNT(*) AS found FROM lines GROUP BY letter';
    return [...stored.rows(query, [], ({ letter, found }) => `${String(letter)} ${String(found)}`)];
  } finally {
    stored.close();
  }
}

describe('a file whose writer was killed', () => {
  test('has what was acknowledged and stands in the log alone', () => {
    writer.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0');
    addLines('a');

    expect(firstLetters(whatAKillLeaves('-wal'))).toEqual(['a 100']);
  });

  test('has nothing of a transaction that was not finished', () => {
    addLines('a');
    writer.exec("BEGIN; UPDATE lines SET line = replace(line, 'a', 'b')");

    expect(firstLetters(whatAKillLeaves('-journal'))).toEqual(['a 100']);
  });
});

test('a file that was cut off is named', () => {
  addLines('a');
  writer.close();
  const file = join(folder, 'written.db');
  truncateSync(file, 4 * 4096);

  const error = thrownBy(() => firstLetters(file));

  writer.open();
  expect(error).toBeInstanceOf(StartupError);
  expect(String(error)).toContain(`${file} holds the data of an earlier release and cannot be read (database disk`);
});
