/**
 * From a request to a statement: what the caller may see, in which currency and zone, and the conversions that belong
 * to it.
 */
import { refuse } from '#lib/ads/batch/batch';
import { isOfConversions, MEASURES, type Source } from '#lib/ads/reports/catalogue/measures';
import { isMoneySetting, relationOf } from '#lib/ads/reports/compile/attributes';
import { isFloodlightOnly } from '#lib/ads/reports/compile/segments';
import { compileReport, type Shape } from '#lib/ads/reports/compile/statement';
import { addDays, around, startOfDay } from '#lib/ads/reports/plan/calendar-days';
import { conversionRow, type ConversionRow } from '#lib/ads/reports/plan/conversion-rows';
import type { Plan, PlannedColumn, Window } from '#lib/ads/reports/plan/plan';
import type { ReportAccounts } from '#lib/ads/reports/plan/report-accounts';
import type { Question, ScopeRows, Visible, Warehouse } from '#lib/ads/reports/plan/warehouse';
import type { AdsStores } from '#lib/ads/stores/all';
import type { Clock } from '#lib/api/context';
import { readRequest, usesDefinitions, type Mode, type ReportRequest } from './request.ts';
import { lowestOf, requireScope } from './scope.ts';

type Stores = Pick<AdsStores, 'grants' | 'entities' | 'advertisers' | 'conversions'>;

interface Asker {
  readonly stores: Stores;
  readonly email: string;
  readonly clock: Clock;
}

export interface Prepared {
  readonly plan: Plan;
  readonly visible: readonly Visible[];
}

/** Checks everything that needs no look into the warehouse. */
export async function prepare(request: ReportRequest, mode: Mode, { stores, email, clock }: Asker): Promise<Prepared> {
  const reading = readRequest(request, mode, clock.now().getTime());
  const { scope } = reading;
  const refs = lowestOf(scope);
  const { advertiserId } = scope;
  const needsDefinitions = advertiserId !== undefined && usesDefinitions(request);
  const [grants, found, setup, savedColumns] = await Promise.all([
    stores.grants.listFor(email),
    refs.length === 0 ? [] : stores.entities.findAll(refs),
    needsDefinitions ? stores.advertisers.setup(advertiserId) : undefined,
    needsDefinitions ? stores.advertisers.savedColumns(advertiserId) : [],
  ]);
  const visible = requireScope(scope, found, grants);
  return { plan: reading.plan(setup && { setup, savedColumns }), visible };
}

const columnsOf = ({ columns, filters }: Plan): Omit<PlannedColumn, 'isGrouped'>[] => [
  ...columns,
  ...filters.map(({ column }) => column),
];

interface Counted {
  readonly source: Source;
  readonly isAmount: boolean;
}

/** What the metrics of a plan are counted from. */
function countedIn(plan: Plan): Counted[] {
  const formulas = columnsOf(plan).map(({ origin }) =>
    origin.from === 'measures' ? origin.formula : origin.from === 'formula' ? origin.formula.text : '',
  );
  const names = formulas.flatMap((formula) => [...formula.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
  return names.flatMap((name) => {
    const [own, known] = [plan.measures[name], MEASURES[name]];
    const source = own?.source ?? known?.source;
    return source === undefined ? [] : [{ source, isAmount: /\bfactor\b/.test(own?.value.text ?? known?.value ?? '') }];
  });
}

/** Floodlight numbers are by the days of the network, the engines' own by those of the account. */
function zonesOf(plan: Plan, { accounts, advertisers }: ScopeRows): ReadonlySet<string> {
  const sources = new Set(countedIn(plan).map(({ source }) => source));
  const isFloodlight =
    plan.type.rows.of === 'conversions' || [...sources].some(isOfConversions) || columnsOf(plan).some(isFloodlightOnly);
  const isEngine =
    plan.type.rows.of === 'visits' ||
    (['facts', 'visits', 'shares'] as const).some((source) => sources.has(source)) ||
    !isFloodlight;
  return new Set([
    ...(isEngine ? accounts.flatMap(({ timeZone }) => timeZone ?? []) : []),
    ...(isFloodlight ? advertisers.map(({ timeZone }) => timeZone) : []),
  ]);
}

function currencyOf({ currency, scope }: Plan, { accounts, advertisers, agencyCurrency }: ScopeRows): string {
  const advertiser = advertisers.find(({ advertiserId }) => advertiserId === scope.advertiserId);
  const account = accounts.find(({ accountId }) => accountId === scope.engineAccountId);
  const codes = {
    usd: 'USD',
    agency: agencyCurrency,
    advertiser: advertiser?.currencyCode,
    account: account?.currencyCode ?? advertiser?.currencyCode,
  };
  return codes[currency] ?? 'USD';
}

export interface ReportPlace {
  readonly reportAccounts: ReportAccounts;
  /** The one zone of all numbers, if there is one. */
  readonly timeZone: string | undefined;
}

/** The accounts of the report; reads the warehouse. */
export async function locateReport({ plan, visible }: Prepared, warehouse: Warehouse): Promise<ReportPlace> {
  const scopeRows = await warehouse.scopeRows(plan.scope, visible);
  const zones = zonesOf(plan, scopeRows);
  if (plan.isOneZone && zones.size > 1)
    throw refuse(`The numbers come from several time zones: ${[...zones].sort().join(', ')}.`);
  const [zone] = zones;
  return {
    reportAccounts: { ...scopeRows, currencyCode: currencyOf(plan, scopeRows) },
    timeZone: zones.size === 1 ? zone : undefined,
  };
}

const wholeWindow = (plan: Plan): Window | undefined =>
  around([plan.window, ...columnsOf(plan).map(({ window }) => window)].filter((part) => part !== undefined));

/** A click may be 90 days older than what came of it; a day more for zones. */
const OLDEST_CLICK_DAYS = 91;

/** The days of the files that a report reads. */
function readWindow(plan: Plan): Window | undefined {
  const window = wholeWindow(plan);
  const readsVisits =
    plan.type.rows.of === 'conversions' && columnsOf(plan).some((column) => relationOf(column) === 'visit');
  return window && (readsVisits ? { ...window, first: addDays(window.first, -OLDEST_CLICK_DAYS) } : window);
}

/** Whose currencies the amounts of a report are in before they are exchanged. */
function amountsIn(plan: Plan): { readonly ofAccounts: boolean; readonly ofConversions: boolean } {
  const amounts = countedIn(plan).filter(({ isAmount }) => isAmount);
  return {
    ofAccounts: amounts.some(({ source }) => source === 'facts') || columnsOf(plan).some(isMoneySetting),
    ofConversions:
      amounts.some(({ source }) => isOfConversions(source)) ||
      columnsOf(plan).some(({ origin }) => origin.from === 'field' && origin.field === 'revenue'),
  };
}

/** Amounts that cannot be exchanged would be missing from the sums, so they stop the report. */
function exchangeCheck({ currencyCode }: ReportAccounts, rated: ReadonlySet<string>): (code: string) => void {
  const isRated = (code: string): boolean => code === 'USD' || rated.has(code);
  return (code) => {
    if (code !== currencyCode && !(isRated(code) && isRated(currencyCode)))
      throw refuse(`There is no exchange rate between ${code} and ${currencyCode}.`);
  };
}

/** `check` is asked about the currency of each. */
async function* conversionRows(
  plan: Plan,
  reportAccounts: ReportAccounts,
  stores: Stores,
  check: (code: string) => void,
  signal: AbortSignal | undefined,
): AsyncGenerator<ConversionRow> {
  const window = wholeWindow(plan);
  if (window === undefined) return;
  const { engineAccountId } = plan.scope;
  for (const { advertiserId, timeZone } of reportAccounts.advertisers) {
    const days = { fromMs: startOfDay(window.first, timeZone), untilMs: startOfDay(addDays(window.last, 1), timeZone) };
    for await (const conversion of stores.conversions.list({ advertiserId, ...days })) {
      signal?.throwIfAborted();
      if (engineAccountId !== undefined && conversion.legacy.engineAccountId !== engineAccountId) continue;
      const { currencyCode } = conversion.details;
      if (currencyCode !== undefined) check(currencyCode);
      yield conversionRow(conversion, {
        timeZone,
        customMetrics: plan.customMetrics,
        customDimensions: plan.customDimensions,
      });
    }
  }
}

/** The statement with all it needs, to be put to the warehouse. */
export async function questionOf(
  plan: Plan,
  reportAccounts: ReportAccounts,
  stores: Stores,
  warehouse: Warehouse,
  shape: Shape,
  signal?: AbortSignal,
): Promise<Question> {
  const { ofAccounts, ofConversions } = amountsIn(plan);
  const codes = ofAccounts ? reportAccounts.accounts.flatMap(({ currencyCode }) => currencyCode ?? []) : [];
  const isExchanged = ofConversions || codes.some((code) => code !== reportAccounts.currencyCode);
  const check = exchangeCheck(reportAccounts, isExchanged ? await warehouse.ratedCurrencies() : new Set());
  codes.forEach(check);
  return {
    statement: compileReport(plan, reportAccounts, warehouse.dialect, shape),
    advertiserIds: reportAccounts.advertisers.map(({ advertiserId }) => advertiserId),
    window: readWindow(plan),
    conversions: () => conversionRows(plan, reportAccounts, stores, ofConversions ? check : () => undefined, signal),
    signal,
  };
}
