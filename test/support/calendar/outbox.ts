/** A folder that letters are put into instead of being sent. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach } from '@jest/globals';
import PostalMime, { type Email } from 'postal-mime';
import { newFolder } from '#test/support/run/folders/new-folder';

export interface Outbox {
  readonly folder: string;
  letters(): Promise<Email[]>;
  empty(): void;
}

/** Emptied after each test. */
export function useOutbox(): Outbox {
  const folder = newFolder();
  const empty = (): void => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
  };
  afterEach(empty);
  return {
    folder,
    empty,
    letters: () => Promise.all(readdirSync(folder).map((name) => PostalMime.parse(readFileSync(join(folder, name))))),
  };
}
