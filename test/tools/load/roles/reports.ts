/** Reports must add up: days to totals, campaigns to their advertiser, and revenue to the stored conversions. */
import { setTimeout as pause } from 'node:timers/promises';
import { SAMPLE } from '#lib/ads/sample/sample-accounts';
import type { Findings } from '#test/tools/load/client/findings';
import { isUndecided, type Json, type Wire } from '#test/tools/load/client/wire';
import { ACCOUNT, ADS, allConversions, DAY_MS } from './conversions.ts';

const MAX_WAIT_MS = 180_000;
const POLL_MS = 500;
const DAYS = 14;

const day = (ms: number): string => new Date(ms).toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' });
const ranges = {
  lately: () => ({ startDate: day(Date.now() - DAYS * DAY_MS), endDate: day(Date.now() - DAY_MS) }),
  today: () => ({ startDate: day(Date.now() - DAY_MS), endDate: day(Date.now()) }),
};

const requestFor = (reportType: string, timeRange: object, ...names: readonly string[]): Json => ({
  reportType,
  columns: names.map((columnName) => ({ columnName })),
  reportScope: {
    agencyId: SAMPLE.agencyId,
    advertiserId: SAMPLE.shoes,
    ...(reportType === 'account' && { engineAccountId: ACCOUNT }),
  },
  timeRange,
  statisticsCurrency: 'advertiser',
  includeRemovedEntities: true,
});

type Row = Readonly<Record<string, string | number>>;
const total = (rows: readonly Row[], name: string): number =>
  rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0);

async function generate(wire: Wire, request: Json): Promise<readonly Row[]> {
  const { status, body, text } = await wire.sendUntilAnswered(
    'doubleclicksearch.reports.generate',
    'POST',
    `${ADS}/reports/generate`,
    { body: { ...request, startRow: 0, rowCount: 1000 } },
  );
  if (status !== 200) throw new Error(`reports.generate: ${String(status)} ${text.slice(0, 500)}`);
  return (body['rows'] ?? []) as readonly Row[];
}

/** The days of a report add up to its total. */
export async function compareDays(wire: Wire, findings: Findings): Promise<void> {
  const range = ranges.lately();
  const [byDay, whole] = [
    await generate(wire, requestFor('account', range, 'accountId', 'date', 'clicks')),
    await generate(wire, requestFor('account', range, 'accountId', 'clicks')),
  ];
  findings.check(
    total(byDay, 'clicks') === total(whole, 'clicks'),
    () => `a report's days add up to ${String(total(byDay, 'clicks'))} clicks, not ${String(total(whole, 'clicks'))}`,
  );
}

/** Requests a report, which is made while others work. */
export async function requestReport(wire: Wire): Promise<string> {
  const body = {
    ...requestFor('campaign', ranges.lately(), 'campaignId', 'clicks'),
    downloadFormat: 'csv',
    maxRowsPerFile: 1_000_000,
  };
  const {
    body: ordered,
    status,
    text,
  } = await wire.sendUntilAnswered('doubleclicksearch.reports.request', 'POST', `${ADS}/reports`, { body });
  if (status !== 200) throw new Error(`reports.request: ${String(status)} ${text.slice(0, 500)}`);
  return String(ordered['id']);
}

/** Waits for a report; false if it failed. */
export async function waitForReport(wire: Wire, id: string): Promise<boolean> {
  const deadline = Date.now() + MAX_WAIT_MS;
  for (;;) {
    const { status } = await wire.sendUntilAnswered('doubleclicksearch.reports.get', 'GET', `${ADS}/reports/${id}`);
    if (status === 200) return true;
    if (status !== 202 || Date.now() > deadline) return false;
    await pause(POLL_MS);
  }
}

async function clicksInFile(wire: Wire, id: string): Promise<number | undefined> {
  if (!(await waitForReport(wire, id))) return undefined;
  const { text, ...file } = await wire.sendUntilAnswered(
    'doubleclicksearch.reports.getFile',
    'GET',
    `${ADS}/reports/${id}/files/0`,
  );
  if (isUndecided({ text, ...file })) return undefined;
  const [, ...lines] = text.trim().split('\n');
  return lines.reduce((sum, line) => sum + Number(line.split(',')[1]), 0);
}

/**
 * The requested report is ready and equals a report that is answered at once; its revenue is that of the stored
 * conversions.
 */
export async function verifyReports(wire: Wire, id: string, findings: Findings): Promise<void> {
  const advertiser = requestFor('advertiser', ranges.lately(), 'advertiserId', 'clicks');
  const [ordered, atOnce] = [await clicksInFile(wire, id), total(await generate(wire, advertiser), 'clicks')];
  findings.check(
    ordered === atOnce && atOnce > 0,
    () => `the ordered report has ${String(ordered)} clicks, the one at once ${String(atOnce)}`,
  );

  const rows = await generate(
    wire,
    requestFor('account', ranges.today(), 'accountId', 'dfaTransactions', 'dfaRevenue'),
  );
  const stored = (await allConversions(wire, day(Date.now() - DAY_MS), day(Date.now()))).filter(
    ({ state, type }) => state === 'ACTIVE' && type === 'TRANSACTION',
  );
  const revenue = stored.reduce((sum, { revenueMicros = '0' }) => sum + Number(revenueMicros), 0) / 1e6;
  findings.check(
    Math.round(total(rows, 'dfaTransactions')) === stored.length,
    () =>
      `a report counts ${String(total(rows, 'dfaTransactions'))} transactions where ${String(stored.length)} are stored`,
  );
  findings.check(
    Math.abs(total(rows, 'dfaRevenue') - revenue) < 0.01,
    () =>
      `a report has a revenue of ${String(total(rows, 'dfaRevenue'))} where the conversions amount to ${String(revenue)}`,
  );
}
