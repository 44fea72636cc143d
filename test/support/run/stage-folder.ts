import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '#test/support/run/new-folder';

/** The variables of this run's stage: what `start-servers.ts` has set. */
const isOfStage = ([name]: readonly [string, unknown]): boolean =>
  /^(AWS_|STAGE|BUCKET|ISSUERS|BOOKS_|CALENDAR_|ADS_|ALMANAC_DATABASE)/.test(name);

/** A data folder as a running `npm start` leaves it, for the servers of this run. */
export function stageFolder(more: Readonly<Record<string, string>> = {}): string {
  const folder = newFolder();
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(isOfStage)),
    MAIL_OUTBOX: join(folder, 'outbox'),
    ...more,
  };
  writeFileSync(join(folder, 'endpoints.json'), JSON.stringify({ env }));
  return folder;
}
