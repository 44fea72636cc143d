/** Rows of the scope's statement as advertisers and accounts. */
import type { ScopeRows } from './warehouse.ts';

type Row = Readonly<Record<string, unknown>>;

const text = (value: unknown): string | undefined =>
  value === null || value === undefined || value === '' ? undefined : String(value as string | number);

export function toScopeRows(rows: readonly Row[]): ScopeRows {
  const ofLevel = (level: string): readonly Row[] => rows.filter((row) => row['level'] === level);
  return {
    advertisers: ofLevel('ADVERTISER').map((row) => ({
      agencyId: text(row['agencyId']) ?? '',
      advertiserId: text(row['legacyId']) ?? '',
      currencyCode: text(row['currencyCode']),
      timeZone: text(row['networkTimeZone']) ?? 'UTC',
    })),
    accounts: ofLevel('ACCOUNT').map((row) => ({
      advertiserId: text(row['advertiserId']) ?? '',
      accountId: text(row['legacyId']) ?? '',
      currencyCode: text(row['currencyCode']),
      timeZone: text(row['timeZone']),
    })),
    agencyCurrency: text(ofLevel('AGENCY')[0]?.['currencyCode']),
  };
}
