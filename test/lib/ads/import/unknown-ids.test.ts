import { describe, expect, test } from '@jest/globals';
import { access, factsDaily, fxRates, KINDS, tagConversions, visits, type Kind } from '#lib/ads/import/kinds';
import { findUnknownIds, placeColumns } from '#lib/ads/import/unknown-ids';
import {
  advertiserKey,
  idMappingKey,
  kindPrefix,
  monthKey,
  monthPrefix,
  wholeKey,
} from '#lib/ads/import/warehouse-keys';
import type { Entity } from '#lib/ads/model/entity';
import type { EntityRef } from '#lib/ads/model/visit';
import type { EntityStore } from '#lib/ads/stores/all';

/** Knows ids that begin with a 1, and notes what it is asked for. */
function knownEntities(): { readonly entities: EntityStore; readonly asked: EntityRef[] } {
  const asked: EntityRef[] = [];
  const findAll = (refs: readonly EntityRef[]) => {
    asked.push(...refs);
    return Promise.resolve(refs.map((ref) => ('id' in ref && ref.id.startsWith('1') ? ({} as Entity) : undefined)));
  };
  return { entities: { findAll } as EntityStore, asked };
}

describe('ids that nothing imported has', () => {
  test.each([
    [visits, ['agencyId', 'advertiserId', 'accountId', 'campaignId']],
    [factsDaily, ['accountId', 'campaignId']],
    [tagConversions, ['agencyId', 'advertiserId', 'engineAccountId', 'campaignId']],
    [access, ['agencyId', 'advertiserId']],
    [fxRates, []],
  ] as [Kind, string[]][])('columns of $name that name entities', (kind, columns) => {
    expect(placeColumns(kind)).toEqual(columns);
  });

  test('are told by column, all counted and the first five shown', async () => {
    const { entities, asked } = knownEntities();
    const ids: Record<string, string[]> = {
      agencyId: ['1'],
      advertiserId: ['10', '20', '11', '21', '22', '23', '24', '25'],
      engineAccountId: ['30'],
      campaignId: ['12'],
    };

    expect(await findUnknownIds(tagConversions, (column) => Promise.resolve(ids[column] ?? []), { entities })).toEqual([
      { column: 'advertiserId', count: 6, ids: ['20', '21', '22', '23', '24'] },
      { column: 'engineAccountId', count: 1, ids: ['30'] },
    ]);
    expect(asked.filter((ref) => 'id' in ref && ['1', '10', '30', '12'].includes(ref.id))).toEqual([
      { space: 'legacy', kind: 'AGENCY', id: '1' },
      { space: 'legacy', kind: 'ADVERTISER', id: '10' },
      { space: 'legacy', kind: 'ACCOUNT', id: '30' },
      { space: 'legacy', kind: 'CAMPAIGN', id: '12' },
    ]);
  });

  test('accounts are found under both of their names', async () => {
    const { entities, asked } = knownEntities();
    await findUnknownIds(factsDaily, () => Promise.resolve(['1']), { entities });

    expect(asked).toEqual([
      { space: 'legacy', kind: 'ACCOUNT', id: '1' },
      { space: 'legacy', kind: 'CAMPAIGN', id: '1' },
    ]);
  });
});

test('the warehouse keeps rows under keys that Athena and DuckDB read as partitions', () => {
  expect([
    wholeKey(fxRates),
    kindPrefix(visits),
    advertiserKey(visits, '2'),
    monthPrefix(visits, '2'),
    monthKey(visits, { advertiserId: '2', month: '2026-03' }),
    idMappingKey('2', 'gzip'),
    idMappingKey('2', 'identity'),
  ]).toEqual([
    'warehouse/fx_rates/all.parquet',
    'warehouse/visits/',
    'warehouse/visits/advertiser=2.parquet',
    'warehouse/visits/advertiser=2/',
    'warehouse/visits/advertiser=2/month=2026-03.parquet',
    'id-mappings/2.csv.gz',
    'id-mappings/2.csv',
  ]);
  expect(KINDS).toHaveLength(11);
});
