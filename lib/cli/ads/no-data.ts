/** What a report without rows does not say: that nothing was imported yet. */
import { entities } from '#lib/ads/import/kinds';
import { kindPrefix } from '#lib/ads/import/warehouse-keys';

const NO_DATA =
  'There is no advertising data yet, so reports are empty. `npm run ads -- import entities.csv facts_daily.csv` brings ' +
  'yours; `npm run --silent ads -- template entities > entities.csv` writes a file to start from. A new data folder has ' +
  'sample data, if `npm start` makes it without --empty.';

/** Undefined on a stage that has data. Every fact names an entity: without entities there is nothing to report. */
export async function noDataNote(): Promise<string | undefined> {
  const { bucket } = await import('#lib/runtime/bucket');
  const keys = await bucket.list(kindPrefix(entities));
  return keys.length === 0 ? NO_DATA : undefined;
}

/** On standard error: other programs read the paths on standard output. */
export async function tellIfNoData(): Promise<void> {
  const note = await noDataNote();
  if (note !== undefined) console.error(note);
}
