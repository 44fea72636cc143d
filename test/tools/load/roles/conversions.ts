/** The conversions of one account of the sample data. */
import { SAMPLE } from '#lib/ads/sample/sample-accounts';
import type { Json, Wire } from '#test/tools/load/client/wire';

export interface StoredConversion extends Json {
  readonly conversionId: string;
  readonly type?: string;
  readonly state?: string;
  readonly revenueMicros?: string;
}

export const DAY_MS = 86_400_000;
export const ADS = 'doubleclicksearch/v2';
export const ADVERTISER = `${ADS}/agency/${SAMPLE.agencyId}/advertiser/${SAMPLE.shoes}`;
export const ACCOUNT = '700000000042205';
const PAGE = 1000;

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
/** Includes everything that is uploaded during a run. */
export const sinceYesterday = (): readonly [string, string] => [dayOf(Date.now() - DAY_MS), dayOf(Date.now() + DAY_MS)];

/** Rows from the first to the last day. */
export async function conversionPage(
  wire: Wire,
  startRow: number,
  first: string,
  last: string,
): Promise<readonly StoredConversion[]> {
  const query = new URLSearchParams({
    startDate: first.replaceAll('-', ''),
    endDate: last.replaceAll('-', ''),
    rowCount: String(PAGE),
    startRow: String(startRow),
  });
  const { body } = await wire.sendUntilAnswered(
    'doubleclicksearch.conversion.get',
    'GET',
    `${ADVERTISER}/engine/${ACCOUNT}/conversion?${query.toString()}`,
  );
  return (body['conversion'] ?? []) as readonly StoredConversion[];
}

export async function allConversions(wire: Wire, first: string, last: string): Promise<StoredConversion[]> {
  const all: StoredConversion[] = [];
  for (;;) {
    const page = await conversionPage(wire, all.length, first, last);
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}
