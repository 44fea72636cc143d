/**
 * Data of earlier releases: this folder reads it from their database files, without running those databases.
 * `import-former-data.ts` copies everything into the embedded database once. This file finds the old file, `former-table.ts` has
 * the form in which it is read, and `dynoxide-file.ts` and `dynamodb-local-file.ts` read the two formats
 * (`stored-file.ts` opens the file, `stored-item.ts` parses an item). `last-delivered.ts` finds how far the streams
 * were read.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDynamodbLocalFile } from './dynamodb-local-file.ts';
import { openDynoxideFile } from './dynoxide-file.ts';
import type { FormerData } from './former-table.ts';

/** In the order in which `npm start` chose them: if both files exist, the first was in use. */
const FILES = [
  { name: 'dynoxide.sqlite', open: openDynoxideFile },
  { name: 'shared-local-instance.db', open: openDynamodbLocalFile },
];

/** `folder` is `dynamodb` in a data folder; undefined if an earlier release left no file there. */
export function formerData(folder: string): FormerData | undefined {
  const found = FILES.find(({ name }) => existsSync(join(folder, name)));
  return found?.open(join(folder, found.name));
}
