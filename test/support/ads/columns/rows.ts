/** The rows that reports about the first advertiser of a world should have, without their measures. */
import { Oracle } from '#test/support/ads/report-oracle';
import type { WorldEntity } from '#test/support/ads/report-world';
import type { Described } from './attributes.ts';
import { targetTypeOf, type ColumnWorld } from './world.ts';

export type Cells = Readonly<Record<string, unknown>>;
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const LEVELS: Readonly<Record<string, string>> = {
  advertiser: 'ADVERTISER',
  account: 'ACCOUNT',
  campaign: 'CAMPAIGN',
  adGroup: 'AD_GROUP',
  keyword: 'KEYWORD',
  ad: 'AD',
  productGroup: 'PRODUCT_GROUP',
  bidStrategy: 'BID_STRATEGY',
};
const ZONES: Readonly<Record<string, Intl.DateTimeFormat>> = Object.fromEntries(
  ['Europe/Berlin', 'Europe/London', 'America/New_York'].map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-CA', { timeZone }),
  ]),
);
const DEVICES: Readonly<Record<string, string>> = { TABLET: 'Tablet' };

/** The first advertiser of a world: what reports list, and what was converted and visited. */
export class WorldRows {
  readonly world: ColumnWorld;
  readonly rates: Oracle;
  readonly byId: ReadonlyMap<string, WorldEntity>;
  readonly #campaigns: ReadonlySet<string>;
  readonly advertiserId: string;

  constructor(world: ColumnWorld) {
    this.world = world;
    this.rates = new Oracle(world);
    this.byId = new Map(world.entities.map((entity) => [entity.legacyId, entity]));
    this.#campaigns = new Set(world.entities.filter((e) => e.level === 'CAMPAIGN').map((e) => e.legacyId));
    this.advertiserId = world.advertiserIds[0];
  }

  #lineOf(entity: WorldEntity | undefined): Record<string, WorldEntity> {
    const line: Record<string, WorldEntity> = {};
    for (let at = entity; at !== undefined; at = this.byId.get(at.parentLegacyId ?? '')) line[at.level] = at;
    return line;
  }

  /** Amounts that are set have no day: the last rate counts. */
  #latest(currency: string): number {
    return this.rates.usdPerUnit(currency, '9999-12-31');
  }

  #entityRows(isWanted: (entity: WorldEntity) => boolean): Described[] {
    return this.world.entities.filter(isWanted).flatMap((own): Described[] => {
      const line = this.#lineOf(own);
      if (line.ADVERTISER?.legacyId !== this.advertiserId) return [];
      const currency = line.ACCOUNT?.currencyCode ?? line.ADVERTISER.currencyCode ?? '';
      return [
        { key: own.legacyId, line, own: { ...own }, settings: own.attributes ?? {}, rate: this.#latest(currency) },
      ];
    });
  }

  /** The rows of a report without its measures. */
  rows(type: string): Described[] {
    const { activities, products } = this.world;
    const line = this.#lineOf(this.byId.get(this.advertiserId));
    const level = LEVELS[type];
    if (level !== undefined) return this.#entityRows((entity) => entity.level === level);
    if (type === 'floodlightActivity')
      return activities
        .filter(({ advertiserId }) => advertiserId === this.advertiserId)
        .map((activity) => ({
          key: activity.activityId,
          line,
          own: { status: 'Active' },
          activity,
          settings: {},
          rate: 1,
        }));
    if (type.startsWith('product') && type !== 'productTarget')
      return products.map((product, index) => ({
        key: String(index),
        line,
        own: { status: 'Active', ...product },
        settings: product,
        rate: this.#latest(text(product.currencyCode ?? 'EUR')),
      }));
    if (type === 'conversion') return this.#conversionRows();
    if (type === 'visit') return this.#visitRows();
    return this.#entityRows((e) => e.level === 'TARGET' && targetTypeOf(e, this.#campaigns) === type);
  }

  #eventLine(groupId: string): Record<string, WorldEntity> {
    return this.#lineOf(this.byId.get(groupId));
  }

  isCounted = (day: string): boolean => day >= this.world.firstDay && day <= this.world.lastDay;

  visitDay(visit: Cells): string {
    const zone = this.byId.get(text(visit.accountId))?.timeZone ?? '';
    return ZONES[zone]?.format(Number(visit.timestampMs)) ?? '';
  }

  #visitRows(): Described[] {
    return this.world.visits
      .filter((visit) => visit.advertiserId === this.advertiserId && this.isCounted(this.visitDay(visit)))
      .map((visit) => ({
        key: text(visit.clickId),
        line: this.#eventLine(text(visit.adGroupId)),
        own: { ...visit, status: 'Active' },
        settings: {},
        rate: 1,
        keyword: this.byId.get(text(visit.keywordId)),
        ad: this.byId.get(text(visit.adId)),
        visit: { ...visit, day: this.visitDay(visit) },
      }));
  }

  conversions() {
    return this.world.conversions
      .filter(({ advertiserId }) => advertiserId === this.advertiserId)
      .map((conversion) => ({
        ...conversion,
        day: ZONES['Europe/Berlin']?.format(conversion.timestampMs) ?? '',
        device: DEVICES[conversion.details.deviceType ?? ''] ?? conversion.device ?? 'Other',
        activity: this.world.activities.find((a) => a.activityId === conversion.details.segmentationId),
      }))
      .filter(({ day }) => this.isCounted(day));
  }

  #conversionRows(): Described[] {
    return this.conversions().map((conversion) => {
      const { legacy, details, activity } = conversion;
      const criterion = this.byId.get(legacy.criterionId ?? '');
      const isKeyword = criterion?.level === 'KEYWORD';
      return {
        key: conversion.dsConversionId,
        line: this.#eventLine(legacy.adGroupId ?? ''),
        own: {
          ...details,
          device: conversion.device,
          status: conversion.state === 'ACTIVE' ? 'Active' : 'Removed',
          keywordId: isKeyword ? legacy.criterionId : undefined,
          adId: legacy.adId,
          productGroupId:
            criterion?.level === 'PRODUCT_GROUP'
              ? (details.productGroupId ?? legacy.criterionId)
              : details.productGroupId,
          productStoreId: details.storeId,
          productChannel: details.channel,
        },
        settings: {},
        rate: 1,
        activity,
        conversion,
        revenueRate: this.rates.usdPerUnit(details.currencyCode ?? 'USD', conversion.day),
        keyword: isKeyword ? criterion : undefined,
        ad: this.byId.get(legacy.adId ?? ''),
        visit: this.world.visits.find(({ clickId }) => clickId === details.clickId),
      };
    });
  }
}
