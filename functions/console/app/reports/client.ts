/** Reports and conversions, by the public operations. */
import { pathOf, request, requestAnswer } from '../api/request.ts';
import { requestOf, type Scope, type Spec } from './spec.ts';

export type Cell = string | number | boolean | null;
export type Row = Readonly<Record<string, Cell>>;

export interface Report {
  readonly id?: string;
  readonly isReportReady?: boolean;
  readonly rowCount?: number;
  readonly rows?: readonly Row[];
  readonly files?: readonly { readonly byteCount: string; readonly url: string }[];
  readonly statisticsCurrencyCode?: string;
  readonly statisticsTimeZone?: string;
}

export const MAX_ROWS = 10_000;
const MAX_ROWS_IN_FILE = 1_000_000;
const BASE = 'doubleclicksearch/v2';
const REPORTS = `${BASE}/reports`;

export const generate = (spec: Spec): Promise<Report> =>
  request('POST', pathOf(REPORTS, 'generate'), { body: { ...requestOf(spec), startRow: 0, rowCount: MAX_ROWS } });

export const orderReport = (spec: Spec): Promise<Report> =>
  request('POST', pathOf(REPORTS), {
    body: { ...requestOf(spec), downloadFormat: 'csv', maxRowsPerFile: MAX_ROWS_IN_FILE },
  });

export const getReport = (id: string): Promise<Report> => request('GET', pathOf(REPORTS, id));

export const fetchReportFile = async (id: string, fragment: number): Promise<Blob> =>
  (await requestAnswer('GET', pathOf(REPORTS, id, 'files', String(fragment)))).blob();

export interface Account {
  readonly agencyId: string;
  readonly agency: string;
  readonly advertiserId: string;
  readonly advertiser: string;
  readonly accountId: string;
  readonly account: string;
}

/** A report without numbers is a list. */
async function listRows(reportType: string, names: readonly string[], reportScope: Scope): Promise<readonly Row[]> {
  const today = new Date().toISOString().slice(0, 10);
  const { rows = [] } = await request<Report>('POST', pathOf(REPORTS, 'generate'), {
    body: {
      reportType,
      columns: names.map((columnName) => ({ columnName })),
      reportScope,
      timeRange: { startDate: today, endDate: today },
      statisticsCurrency: 'usd',
      startRow: 0,
      rowCount: MAX_ROWS,
    },
  });
  return rows;
}

/** All accounts that the caller may see: of advertisers alone a report needs no agency. */
export async function listAccounts(): Promise<readonly Account[]> {
  const advertisers = await listRows('advertiser', ['agencyId'], {});
  const agencies = [...new Set(advertisers.map((row) => String(row['agencyId'])))];
  const names = ['agencyId', 'agency', 'advertiserId', 'advertiser', 'accountId', 'account'];
  const rows = await Promise.all(agencies.map((agencyId) => listRows('account', names, { agencyId })));
  return rows.flat().map((row) => {
    const text = (name: string): string => String(row[name] ?? '');
    return {
      agencyId: text('agencyId'),
      agency: text('agency'),
      advertiserId: text('advertiserId'),
      advertiser: text('advertiser'),
      accountId: text('accountId'),
      account: text('account'),
    };
  });
}

export interface SavedColumn {
  readonly savedColumnName: string;
  readonly type: string;
}

export async function listSavedColumns({ agencyId, advertiserId }: Scope): Promise<readonly SavedColumn[]> {
  if (agencyId === undefined || advertiserId === undefined) return [];
  const path = pathOf(BASE, 'agency', agencyId, 'advertiser', advertiserId, 'savedcolumns');
  return (await request<{ items?: readonly SavedColumn[] }>('GET', path)).items ?? [];
}

export type Conversion = Readonly<Record<string, unknown>>;

const MAX_CONVERSIONS = 1000;

/** Of one day, written 2026-03-14. */
export async function listConversions(scope: Required<Scope>, day: string): Promise<readonly Conversion[]> {
  const { agencyId, advertiserId, engineAccountId } = scope;
  const date = day.replaceAll('-', '');
  const path = pathOf(BASE, 'agency', agencyId, 'advertiser', advertiserId, 'engine', engineAccountId, 'conversion');
  const query = { startDate: date, endDate: date, startRow: 0, rowCount: MAX_CONVERSIONS };
  return (await request<{ conversion?: readonly Conversion[] }>('GET', path, { query })).conversion ?? [];
}

export const insertConversions = (conversion: readonly Conversion[]): Promise<unknown> =>
  request('POST', pathOf(BASE, 'conversion'), { body: { conversion } });
