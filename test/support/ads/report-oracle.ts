/** What reports should say, worked out row by row in plain TypeScript from the same facts. */
import type { ReportWorld, WorldEntity } from './report-world.ts';

export interface OracleQuestion {
  readonly level: 'ADVERTISER' | 'ACCOUNT' | 'CAMPAIGN' | 'AD_GROUP' | 'KEYWORD' | 'AD';
  readonly scope: Readonly<Record<string, string>>;
  readonly first: string;
  readonly last: string;
  /** ISO code of amounts. */
  readonly currency: string;
  readonly segments: readonly string[];
  readonly includesRemoved: boolean;
  /** Only measures on this device. */
  readonly device?: string | undefined;
  /** Whether engine and Floodlight metrics are asked for: rows with segments exist only where there is data. */
  readonly usesFacts: boolean;
  readonly usesConversions: boolean;
}

export interface OracleRow {
  readonly id: string;
  readonly segments: readonly (string | undefined)[];
  readonly metrics: Readonly<Record<string, number | undefined>>;
}

const ID_OF = {
  ADVERTISER: 'advertiserId',
  ACCOUNT: 'accountId',
  CAMPAIGN: 'campaignId',
  AD_GROUP: 'adGroupId',
  KEYWORD: 'keywordId',
  AD: 'adId',
} as const;
const DAY_MS = 86_400_000;

const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function weekStart(day: string): string {
  const ms = utc(day);
  return iso(ms - ((new Date(ms).getUTCDay() + 6) % 7) * DAY_MS);
}
const monthStart = (day: string): string => `${day.slice(0, 7)}-01`;
const monthEnd = (day: string): string => iso(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0));
const quarterStart = (day: string): string =>
  `${day.slice(0, 4)}-${String(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`;

/**
 * The days of the first advertiser and of the second. A formatter takes long to make; the language writes
 * year-month-day.
 */
const CALENDARS = ['Europe/Berlin', 'America/New_York'].map(
  (timeZone) => new Intl.DateTimeFormat('en-CA', { timeZone }),
);

interface Piece {
  readonly ids: Readonly<Record<string, string | undefined>>;
  readonly day: string;
  readonly device: string;
  readonly activity?: string | undefined;
  readonly productType?: string | undefined;
  readonly sums: Readonly<Record<string, number | undefined>>;
}

export class Oracle {
  readonly #world: ReportWorld;
  readonly #advertiserOf: Map<string, string>;
  readonly #lines = new Map<string, Record<string, string>>();
  /** By currency; the last first. */
  readonly #rates: Map<string, ReportWorld['rates'][number][]>;

  constructor(world: ReportWorld) {
    this.#world = world;
    this.#rates = Map.groupBy(
      world.rates.toSorted((a, b) => (a.date < b.date ? 1 : -1)),
      ({ currencyCode }) => currencyCode,
    );
    const byId = new Map(world.entities.map((entity) => [entity.legacyId, entity]));
    const up: Readonly<Record<string, string>> = {
      AGENCY: 'agencyId',
      ...ID_OF,
    };
    for (const entity of world.entities) {
      const line: Record<string, string> = {};
      for (let at: WorldEntity | undefined = entity; at !== undefined; at = byId.get(at.parentLegacyId ?? ''))
        line[up[at.level] ?? 'other'] = at.legacyId;
      this.#lines.set(entity.legacyId, line);
    }
    this.#advertiserOf = new Map(
      world.entities
        .filter(({ level }) => level === 'ACCOUNT')
        .map(({ legacyId, parentLegacyId = '' }) => [legacyId, parentLegacyId]),
    );
  }

  /** The last rate on or before a day; before the first, the first. */
  usdPerUnit(currency: string, day: string): number {
    if (currency === 'USD') return 1;
    const rates = this.#rates.get(currency);
    return (rates?.find(({ date }) => date <= day) ?? rates?.at(-1))?.usdPerUnit ?? NaN;
  }

  #exchange(amount: number, from: string, to: string, day: string): number {
    return from === to ? amount : (amount * this.usdPerUnit(from, day)) / this.usdPerUnit(to, day);
  }

  *#pieces({ currency, usesFacts, usesConversions, segments }: OracleQuestion): Generator<Piece> {
    const world = this.#world;
    const accounts = new Map(
      world.entities.filter(({ level }) => level === 'ACCOUNT').map((account) => [account.legacyId, account]),
    );
    if (usesFacts && !segments.some((segment) => segment.startsWith('floodlight') || segment === 'product_type')) {
      for (const fact of world.facts) {
        const from = accounts.get(fact.accountId)?.currencyCode ?? '';
        yield {
          ids: {
            advertiserId: this.#advertiserOf.get(fact.accountId),
            accountId: fact.accountId,
            campaignId: fact.campaignId,
            adGroupId: fact.adGroupId,
            keywordId: fact.keywordId,
            adId: fact.adId,
          },
          day: fact.date,
          device: fact.device,
          sums: {
            impr: fact.impr,
            clicks: fact.clicks,
            cost: this.#exchange(fact.costMicros / 1e6, from, currency, fact.date),
            positionSum: fact.positionSum,
            positionImpr: fact.positionSum === undefined ? undefined : fact.impr,
            qualitySum: fact.qualityScore === undefined ? undefined : fact.qualityScore * fact.impr,
            qualityImpr: fact.qualityScore === undefined ? undefined : fact.impr,
            engineConversions: fact.engineConversions,
            engineValue: this.#exchange(fact.engineConversionValueMicros / 1e6, from, currency, fact.date),
          },
        };
      }
    }
    if (!usesConversions) return;
    for (const { legacy, timestampMs, type, state, device, details, tag } of world.conversions) {
      if (state !== 'ACTIVE') continue;
      const day = CALENDARS[legacy.advertiserId === world.advertiserIds[0] ? 0 : 1]?.format(timestampMs) ?? '';
      const quantity = Number(details.quantityMillis ?? 1000) / 1000;
      const activity = world.activities.find(({ activityId }) => activityId === details.segmentationId);
      const revenue = this.#exchange(
        Number(details.revenueMicros ?? 0) / 1e6,
        details.currencyCode ?? currency,
        currency,
        day,
      );
      const sums = {
        actions: type === 'ACTION' ? quantity : undefined,
        transactions: type === 'TRANSACTION' ? quantity : undefined,
        weighted: quantity * (activity?.weight ?? 1),
        revenue: type === 'TRANSACTION' ? revenue : undefined,
      };
      yield {
        ids: {
          ...legacy,
          accountId: legacy.engineAccountId,
          keywordId: legacy.criterionId,
          adId: legacy.adId === '0' ? undefined : legacy.adId,
        },
        day,
        device: device ?? 'Other',
        activity: activity?.activityName,
        productType: details.customDimension?.[0]?.value,
        sums: {
          ...sums,
          ...(tag?.isCrossEnv === true
            ? {}
            : Object.fromEntries(Object.entries(sums).map(([name, amount]) => [`same ${name}`, amount]))),
          sales: details.customMetric?.[0]?.value,
        },
      };
    }
  }

  #segment(name: string, piece: Piece): string | undefined {
    switch (name) {
      case 'date':
        return piece.day;
      case 'weekStart':
        return weekStart(piece.day);
      case 'weekEnd':
        return iso(utc(weekStart(piece.day)) + 6 * DAY_MS);
      case 'monthStart':
        return monthStart(piece.day);
      case 'monthEnd':
        return monthEnd(piece.day);
      case 'quarterStart':
        return quarterStart(piece.day);
      case 'yearEnd':
        return `${piece.day.slice(0, 4)}-12-31`;
      case 'deviceSegment':
        return piece.device;
      case 'floodlightActivity':
        return piece.activity;
      default:
        return piece.productType;
    }
  }

  answer(question: OracleQuestion): OracleRow[] {
    const { level, scope, first, last, segments, includesRemoved } = question;
    const scopeIds = Object.entries(scope).map(
      ([name, id]) => [name === 'engineAccountId' ? 'accountId' : name, id] as const,
    );
    const isInside = (ids: Readonly<Record<string, string | undefined>>): boolean =>
      scopeIds.every(([name, id]) => name === 'agencyId' || ids[name] === id);
    const rowIds = this.#world.entities
      .filter(
        (entity) =>
          entity.level === level &&
          (includesRemoved || entity.status !== 'Removed') &&
          isInside(this.#lines.get(entity.legacyId) ?? {}),
      )
      .map(({ legacyId }) => legacyId);
    const sums = new Map<string, { id: string; segments: (string | undefined)[]; totals: Record<string, number> }>();
    if (segments.length === 0)
      for (const id of rowIds) sums.set(JSON.stringify([id]), { id, segments: [], totals: {} });
    const wanted = new Set(rowIds);
    for (const piece of this.#pieces(question)) {
      const id = piece.ids[ID_OF[level]];
      if (id === undefined || !wanted.has(id) || piece.day < first || piece.day > last || !isInside(piece.ids))
        continue;
      if (question.device !== undefined && piece.device !== question.device) continue;
      const values = segments.map((segment) => this.#segment(segment, piece));
      const key = JSON.stringify([id, ...values.map((value) => value ?? null)]);
      const row = sums.get(key) ?? { id, segments: values, totals: {} };
      sums.set(key, row);
      for (const [name, amount] of Object.entries(piece.sums))
        if (amount !== undefined) row.totals[name] = (row.totals[name] ?? 0) + amount;
    }
    const isSplitByFloodlight = segments.some(
      (segment) => segment.startsWith('floodlight') || segment === 'product_type',
    );
    return [...sums.values()].map(({ id, segments: values, totals }) => ({
      id,
      segments: values,
      metrics: metricsOf(totals, isSplitByFloodlight),
    }));
  }
}

function metricsOf(
  totals: Readonly<Record<string, number>>,
  isSplitByFloodlight: boolean,
): Record<string, number | undefined> {
  const sum = (name: string): number => totals[name] ?? 0;
  const ratio = (a: number, b: number): number | undefined => (b === 0 ? undefined : a / b);
  const engine = (value: number | undefined): number | undefined => (isSplitByFloodlight ? undefined : value);
  return {
    impr: engine(sum('impr')),
    clicks: engine(sum('clicks')),
    cost: engine(sum('cost')),
    ctr: engine(ratio(sum('clicks'), sum('impr'))),
    avgCpc: engine(ratio(sum('cost'), sum('clicks'))),
    avgCpm: engine(ratio(sum('cost') * 1000, sum('impr'))),
    avgPos: engine(ratio(sum('positionSum'), sum('positionImpr'))),
    qualityScoreAvg: engine(ratio(sum('qualitySum'), sum('qualityImpr'))),
    adWordsConversions: engine(sum('engineConversions')),
    adWordsConversionValue: engine(sum('engineValue')),
    dfaActions: sum('same actions'),
    dfaTransactions: sum('same transactions'),
    dfaWeightedActions: sum('same weighted'),
    dfaRevenue: sum('same revenue'),
    dfaActionsCrossEnv: sum('actions'),
    dfaTransactionsCrossEnv: sum('transactions'),
    dfaWeightedActionsCrossEnv: sum('weighted'),
    dfaRevenueCrossEnv: sum('revenue'),
    sales: sum('sales'),
  };
}
