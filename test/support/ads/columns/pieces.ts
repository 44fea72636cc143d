/** Everything that a report's metrics count, piece by piece: facts, conversions, visits, shares, lines of orders. */
import type { Sums } from './metrics.ts';
import { text, type Cells, type WorldRows } from './rows.ts';
import type { ColumnFact } from './world.ts';

export type Split = 'none' | 'time' | 'part' | 'floodlight';

export /** Something that is counted: a fact, a conversion, a visit, a share, a line of an order. */
interface Piece {
  readonly source: 'facts' | 'conversions' | 'visits' | 'shares' | 'lines' | 'sales';
  /** Keys of the rows that it counts for. */
  readonly keys: ReadonlySet<string>;
  readonly day: string;
  readonly parts: Cells;
  readonly sums: Sums;
  readonly shares?: Cells;
}

export class WorldPieces {
  readonly #rows: WorldRows;

  constructor(rows: WorldRows) {
    this.#rows = rows;
  }

  /** Every id above and at the place where something was counted, and the strategy that is followed there. */
  #keysOf(...ids: readonly (string | undefined)[]): Set<string> {
    const known = ids.filter((id) => id !== undefined);
    const followed = ['KEYWORD', 'AD_GROUP', 'CAMPAIGN'].map(
      (level) =>
        known.map((id) => this.#rows.byId.get(id)).find((entity) => entity?.level === level)?.attributes
          ?.effectiveBidStrategyId,
    );
    return new Set([this.#rows.advertiserId, ...known, text(followed.find((id) => id !== undefined))]);
  }

  #productOf(place: { productId?: unknown; inventoryAccountId?: unknown }): string | undefined {
    const index = this.#rows.world.products.findIndex(
      (product) =>
        product.productId === place.productId &&
        (place.inventoryAccountId === undefined || product.inventoryAccountId === place.inventoryAccountId),
    );
    return index === -1 ? undefined : String(index);
  }

  *#factPieces(): Generator<Piece> {
    for (const fact of this.#rows.world.facts) {
      const account = this.#rows.byId.get(fact.accountId);
      if (account?.parentLegacyId !== this.#rows.advertiserId) continue;
      const rate = this.#rows.rates.usdPerUnit(account.currencyCode ?? '', fact.date);
      yield {
        source: 'facts',
        keys: this.#keysOf(
          fact.accountId,
          fact.campaignId,
          fact.adGroupId,
          fact.keywordId,
          fact.adId,
          fact.productGroupId,
        ),
        day: fact.date,
        parts: { deviceSegment: fact.device, adId: fact.adId },
        sums: factSums(fact, rate),
      };
    }
  }

  *#conversionPieces(isProducts: boolean): Generator<Piece> {
    for (const conversion of this.#rows.conversions()) {
      const { legacy, details, activity, day, type, tag } = conversion;
      if (conversion.state !== 'ACTIVE') continue;
      const rate = this.#rows.rates.usdPerUnit(details.currencyCode ?? 'USD', day);
      const { engineAccountId: accountId, campaignId, adGroupId, criterionId } = legacy;
      const adId = legacy.adId === '0' ? undefined : legacy.adId;
      const advertised = this.#productOf(details);
      const parts = {
        deviceSegment: conversion.device,
        adId,
        accountId,
        campaignId,
        adGroupId,
        floodlightGroup: activity?.groupName,
        floodlightGroupId: activity?.groupId,
        floodlightGroupTag: activity?.groupTag,
        floodlightActivity: activity?.activityName,
        floodlightActivityId: activity?.activityId,
        floodlightActivityTag: activity?.activityTag,
      };
      const quantity = Number(details.quantityMillis ?? 1_000) / 1_000;
      const counted = {
        dfaActions: type === 'ACTION' ? quantity : 0,
        dfaTransactions: type === 'TRANSACTION' ? quantity : 0,
        dfaWeightedActions: quantity * (activity?.weight ?? NaN),
        dfaRevenue: type === 'TRANSACTION' ? (Number(details.revenueMicros ?? 0) / 1e6) * rate : 0,
      };
      const isSame = tag?.isCrossEnv !== true;
      const productGroupId = details.productGroupId ?? criterionId;
      const criterionOf = this.#rows.byId.get(criterionId ?? '')?.level === 'PRODUCT_GROUP' ? undefined : criterionId;
      yield {
        source: 'conversions',
        keys: isProducts
          ? new Set([advertised ?? ''])
          : this.#keysOf(accountId, campaignId, adGroupId, criterionOf, adId, productGroupId),
        day,
        parts,
        sums: {
          ...Object.fromEntries(Object.entries(counted).map(([name, amount]) => [`${name}CrossEnv`, amount])),
          ...(isSame ? counted : {}),
        },
      };
      for (const line of isProducts ? (tag?.lineItems ?? []) : []) {
        const bought =
          line.productCountry === undefined && details.productCountry === undefined
            ? undefined
            : this.#productOf({ productId: line.productId, inventoryAccountId: details.inventoryAccountId });
        const product = this.#rows.world.products[Number(bought ?? -1)];
        const units = Number(line.quantityMillis) / 1_000;
        const revenue = (Number(line.revenueMicros) / 1e6) * (details.currencyCode === undefined ? NaN : rate);
        const goods =
          units *
          Number(product?.productCostOfGoodsSold ?? 0) *
          this.#rows.rates.usdPerUnit(text(product?.currencyCode ?? 'EUR'), day);
        const role = bought !== undefined && bought === advertised ? 'lead' : 'crossSell';
        const kept = Number.isNaN(revenue) ? 0 : revenue;
        yield {
          source: 'lines',
          keys: new Set([advertised ?? '']),
          day,
          parts,
          sums: { [`${role}Units`]: units, [`${role}Revenue`]: kept, [`${role}Goods`]: goods },
        };
        yield {
          source: 'sales',
          keys: new Set([bought ?? '']),
          day,
          parts,
          sums: { productUnits: units, productRevenue: kept },
        };
      }
    }
  }

  *#visitPieces(): Generator<Piece> {
    for (const visit of this.#rows.world.visits) {
      const parts = { deviceSegment: visit.device, ...visit };
      yield {
        source: 'visits',
        keys: new Set([this.#productOf(visit) ?? '']),
        day: this.#rows.visitDay(visit),
        parts,
        sums: { visits: 1 },
      };
    }
  }

  *#sharePieces(): Generator<Piece> {
    for (const share of this.#rows.world.shares) {
      const { date, accountId, campaignId, adGroupId, ...shares } = share;
      const lowest = adGroupId ?? campaignId ?? [accountId, this.#rows.advertiserId];
      yield {
        source: 'shares',
        keys: new Set([lowest].flat().map(text)),
        day: text(date),
        parts: {},
        sums: {},
        shares,
      };
    }
  }

  *of(type: string, split: Split): Generator<Piece> {
    const isProducts = type === 'productAdvertised' || type === 'productLeadAndCrossSell';
    if (!isProducts && split !== 'floodlight') yield* this.#factPieces();
    for (const piece of this.#conversionPieces(isProducts))
      if (piece.source === 'conversions' || type === 'productLeadAndCrossSell') yield piece;
    if (type === 'productAdvertised' && split !== 'floodlight') yield* this.#visitPieces();
    const hasShares = ['advertiser', 'account', 'campaign', 'adGroup'].includes(type);
    if (hasShares && (split === 'none' || split === 'time')) yield* this.#sharePieces();
  }
}

const factSums = (fact: ColumnFact, rate: number): Sums => ({
  impr: fact.impr,
  clicks: fact.clicks,
  visits: fact.visits ?? 0,
  cost: (fact.costMicros / 1e6) * rate,
  positionSum: fact.positionSum ?? 0,
  positionImpr: fact.positionSum === undefined ? 0 : fact.impr,
  adWordsConversions: fact.engineConversions,
  adWordsConversionValue: (fact.engineConversionValueMicros / 1e6) * rate,
  adWordsViewThroughConversions: fact.viewThroughConversions,
  qualitySum: (fact.qualityScore ?? 0) * fact.impr,
  qualityImpr: fact.qualityScore === undefined ? 0 : fact.impr,
  topBidSum: ((fact.topOfPageBidMicros ?? 0) / 1e6) * rate * fact.impr,
  topBidImpr: fact.topOfPageBidMicros === undefined ? 0 : fact.impr,
});
