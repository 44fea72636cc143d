/** A folder that letters are put into instead of being sent. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

export interface Outbox {
  readonly folder: string;
  letters(): Promise<Email[]>;
  empty(): void;
  remove(): void;
}

export function newOutbox(): Outbox {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-outbox-'));
  return {
    folder,
    letters: () => Promise.all(readdirSync(folder).map((name) => PostalMime.parse(readFileSync(join(folder, name))))),
    empty() {
      for (const name of readdirSync(folder)) rmSync(join(folder, name));
    },
    remove() {
      rmSync(folder, { recursive: true });
    },
  };
}
