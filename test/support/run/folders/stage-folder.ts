import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '#test/support/run/folders/new-folder';

const isOfStage = (entry: [string, string | undefined]): entry is [string, string] =>
  /^(AWS_|STAGE|BUCKET|ISSUERS|BOOKS_|CALENDAR_|ADS_|ALMANAC_DATABASE)/.test(entry[0]);

/** The variables of this run's stage: what `start-servers.ts` has set. */
export const stageVariables = (): Record<string, string> =>
  Object.fromEntries(Object.entries(process.env).filter(isOfStage));

/** A data folder as a running `npm start` leaves it, for the servers of this run. */
export function stageFolder(more: Readonly<Record<string, string>> = {}): string {
  const folder = newFolder();
  const env = {
    ...stageVariables(),
    MAIL_OUTBOX: join(folder, 'outbox'),
    ...more,
  };
  writeFileSync(join(folder, 'endpoints.json'), JSON.stringify({ env }));
  return folder;
}
