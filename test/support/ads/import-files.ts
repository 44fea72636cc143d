/** Files as operators importText them, and what became of them in the warehouse. */
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kindOfFile } from '#lib/ads/import/file-names';
import type { ImportReport } from '#lib/ads/import/report';
import { sqlText } from '#lib/api/text/sql-text';
import { importDependencies } from '#lib/runtime/ads/import';
import { importFile } from '#lib/stores/duckdb/importer';
import { openDuck } from '#lib/stores/duckdb/session';
import { newFolder } from '#test/support/run/folders/new-folder';

export const folder = newFolder();

export const clockAt = (iso: string) => ({ now: () => new Date(iso) });

/** Writes a file under its name and imports it. */
export async function importText(
  name: string,
  text: string | Buffer,
  clock = clockAt('2026-03-14T10:00:00Z'),
): Promise<ImportReport> {
  const path = join(folder, name);
  writeFileSync(path, text);
  const kind = kindOfFile(name);
  if (kind === undefined) throw new Error(`no kind for ${name}`);
  return importFile(path, kind, { ...importDependencies, clock });
}

/** The rows of a file of the warehouse; undefined when there is none. */
export async function rowsAt(key: string, columns: string): Promise<Record<string, unknown>[] | undefined> {
  const path = join(folder, 'warehouse.parquet');
  if (!(await importDependencies.files.download(key, path))) return undefined;
  const duck = await openDuck();
  try {
    return await duck.rows(`SELECT ${columns} FROM ${sqlText(path)} ORDER BY ALL`);
  } finally {
    await duck.close();
  }
}

export const newAdsIds = () => {
  const seed = String(randomInt(1_000_000_000, 9_999_999_999));
  return {
    agency: `1${seed}`,
    advertiser: `2${seed}`,
    account: `3${seed}`,
    campaign: `4${seed}`,
    group: `5${seed}`,
    keyword: `6${seed}`,
    ad: `7${seed}`,
    customer: seed,
  };
};
export type AdsIds = ReturnType<typeof newAdsIds>;

/** Where a click was, from the agency down to the ad. */
export const placeOf = (w: AdsIds) => ({
  agencyId: w.agency,
  advertiserId: w.advertiser,
  accountId: w.account,
  campaignId: w.campaign,
  adGroupId: w.group,
  keywordId: w.keyword,
  adId: w.ad,
});

export const HEADER = 'level,legacyId,parentLegacyId,newCustomerId,newId,name,status,timeZone';
export const entityLines = (w: AdsIds): string[] => [
  `AGENCY,${w.agency},,,,Agency,Active,`,
  `ADVERTISER,${w.advertiser},${w.agency},31${w.customer},,"Shoes, Boots & ""Co"" 👟",Active,America/New_York`,
  `ACCOUNT,${w.account},${w.advertiser},${w.customer.slice(0, 3)}-${w.customer.slice(3, 6)}-${w.customer.slice(6)},,Account,Active,Europe/Berlin`,
  `CAMPAIGN,${w.campaign},${w.account},,901,Campaign,Active,`,
  `AD_GROUP,${w.group},${w.campaign},,801,Group,Active,`,
  `KEYWORD,${w.keyword},${w.group},,701,"red ""shoes""",Active,`,
  `AD,${w.ad},${w.group},,601,Ad,Active,`,
];
