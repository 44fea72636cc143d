/** What a report shall hold, as it stands in the page and in its address. */

export interface Filter {
  readonly column: string;
  readonly operator: string;
  /** As it is typed: values parted by commas. */
  readonly values: string;
}

export interface Scope {
  readonly agencyId?: string;
  readonly advertiserId?: string;
  readonly engineAccountId?: string;
}

export interface Spec {
  readonly type: string;
  readonly columns: readonly string[];
  readonly savedColumns: readonly string[];
  readonly scope: Scope;
  readonly start: string;
  readonly end: string;
  readonly filters: readonly Filter[];
  readonly currency: string;
}

const DAY_MS = 86_400_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export const emptySpec = (now = Date.now()): Spec => ({
  type: 'campaign',
  columns: ['campaign', 'date', 'impr', 'clicks', 'cost'],
  savedColumns: [],
  scope: {},
  start: dayOf(now - 30 * DAY_MS),
  end: dayOf(now - DAY_MS),
  filters: [],
  currency: 'agency',
});

/** In the address, so that a report can be sent to somebody; it says what to ask, and holds no number. */
export const encodeSpec = (spec: Spec): string => JSON.stringify(spec);

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Undefined for an address that says nothing, or that was changed by hand into something else. */
export function decodeSpec(text: string | null): Spec | undefined {
  if (text === null) return undefined;
  try {
    const read = JSON.parse(text) as Partial<Spec>;
    const isWhole =
      typeof read.type === 'string' &&
      isTexts(read.columns) &&
      isTexts(read.savedColumns) &&
      Array.isArray(read.filters);
    return isWhole ? { ...emptySpec(), ...read } : undefined;
  } catch {
    return undefined;
  }
}

const valuesOf = (text: string): string[] =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');

/** The body of `reports.generate` and `reports.request`. */
export const requestOf = (spec: Spec): Readonly<Record<string, unknown>> => ({
  reportType: spec.type,
  columns: [
    ...spec.columns.map((columnName) => ({ columnName })),
    ...spec.savedColumns.map((savedColumnName) => ({ savedColumnName })),
  ],
  reportScope: spec.scope,
  timeRange: { startDate: spec.start, endDate: spec.end },
  filters: spec.filters.map(({ column, operator, values }) => ({
    column: { columnName: column },
    operator,
    values: valuesOf(values),
  })),
  statisticsCurrency: spec.currency,
});
