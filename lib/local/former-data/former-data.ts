/** What an earlier release kept in a data folder, read from the file of its database without starting that. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDynamodbLocalFile } from './dynamodb-local-file.ts';
import { openDynoxideFile } from './dynoxide-file.ts';
import type { FormerData } from './former-table.ts';

/** In the order in which `npm start` chose among them: where both files are, the first is what it went on with. */
const FILES = [
  { name: 'dynoxide.sqlite', open: openDynoxideFile },
  { name: 'shared-local-instance.db', open: openDynamodbLocalFile },
];

/** `folder` is what a data folder has under `dynamodb`; undefined when no earlier release left a file there. */
export function formerData(folder: string): FormerData | undefined {
  const found = FILES.find(({ name }) => existsSync(join(folder, name)));
  return found?.open(join(folder, found.name));
}
