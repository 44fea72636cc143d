/** A folder that letters are put into instead of being sent. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from '@jest/globals';
import PostalMime, { type Email } from 'postal-mime';

export interface Outbox {
  readonly folder: string;
  letters(): Promise<Email[]>;
  empty(): void;
}

/** Emptied after each test, removed after the last. */
export function useOutbox(): Outbox {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-outbox-'));
  const empty = (): void => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
  };
  afterEach(empty);
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  return {
    folder,
    empty,
    letters: () => Promise.all(readdirSync(folder).map((name) => PostalMime.parse(readFileSync(join(folder, name))))),
  };
}
