import { beforeAll, describe, expect, test } from '@jest/globals';
import { operations } from '#functions/ads/conversion/index';
import type { LegacyPath } from '#lib/ads/model/entity';
import { serve } from '#lib/middleware/serve';
import { ads } from '#lib/runtime/ads/serve';
import { systemClock } from '#lib/runtime/process/clock';
import { config } from '#lib/runtime/process/config';
import { dynamoAdsStores } from '#lib/stores/dynamodb/ads/stores';
import { documents } from '#lib/stores/dynamodb/client/client';
import { advertising, conversionsOf, purchase, stores } from '#test/support/ads/advertising';
import { ask, type ConversionList } from '#test/support/ads/conversions';
import { useAdvertising } from '#test/support/ads/use-advertising';
import { requestsTo, type Answer, type ErrorBody } from '#test/support/ask';
import { someone } from '#test/support/people';

const world = useAdvertising();
const startMs = Date.now() - 3_600_000;
beforeAll(async () => {
  const [first, second] = world.accounts;
  const conversion = [
    ...Array.from({ length: 5 }, (_, index) =>
      purchase(first, `row-${String(index)}`, { conversionTimestamp: String(startMs + index) }),
    ),
    purchase(second, 'other-account'),
  ];
  await ask('POST', '/doubleclicksearch/v2/conversion', { as: world.manager, body: { conversion } });
});

const get = (query: Readonly<Record<string, string>> = {}, account = world.accounts[0], as = world.manager) =>
  ask<ConversionList>('GET', conversionsOf(account, query), { as });
const idsOf = ({ conversion = [] }: ConversionList): (string | undefined)[] =>
  conversion.map(({ conversionId }) => conversionId);

describe('doubleclicksearch.conversion.get', () => {
  describe('200', () => {
    test('ADS-22 pages neither skip nor repeat, and the last one has no list', async () => {
      const pages = await Promise.all(['0', '2', '4', '6'].map((startRow) => get({ startRow, rowCount: '2' })));

      expect(pages.map(({ body }) => idsOf(body))).toEqual([['row-0', 'row-1'], ['row-2', 'row-3'], ['row-4'], []]);
      expect(pages[3]?.body).toEqual({ kind: 'doubleclicksearch#conversionList' });
    });

    test('conversions of one millisecond stand in the order of their ids', async () => {
      const other = await advertising();
      const conversion = ['z', 'a', 'm'].map((id) =>
        purchase(other.accounts[0], id, { conversionTimestamp: String(startMs) }),
      );
      const inserted = await ask<ConversionList>('POST', '/doubleclicksearch/v2/conversion', {
        as: other.manager,
        body: { conversion },
      });

      const pages = await Promise.all(
        ['0', '1', '2'].map((startRow) => get({ startRow, rowCount: '1' }, other.accounts[0], other.manager)),
      );

      const dsIds = (inserted.body.conversion ?? []).map(({ dsConversionId }) => BigInt(dsConversionId ?? 0));
      expect(pages.map(({ body }) => BigInt(body.conversion?.[0]?.dsConversionId ?? 0))).toEqual(
        dsIds.sort((a, b) => (a < b ? -1 : 1)),
      );
    });

    describe('deep pages', () => {
      const PAGE = 700;
      const other = useAdvertising();
      let expected: string[];

      beforeAll(async () => {
        const [account, neighbour] = other.accounts;
        // Up to seven in one millisecond, and between them those of another account.
        for (const batch of ['a', 'b']) {
          const conversion = Array.from({ length: 1_900 }, (_, index) =>
            purchase(index % 10 === 0 ? neighbour : account, `${batch}-${String(index)}`, {
              conversionTimestamp: String(startMs + Math.floor(index / 7)),
            }),
          );
          expect(
            (await ask('POST', '/doubleclicksearch/v2/conversion', { as: other.manager, body: { conversion } })).status,
          ).toBe(200);
        }
        expected = ['a', 'b']
          .flatMap((batch) =>
            Array.from({ length: 1_900 }, (_, index) => `${batch}-${String(index)}`).filter(
              (_, index) => index % 10 !== 0,
            ),
          )
          .sort();
      });

      const readAll = async (
        askFor: (startRow: number) => Promise<Answer<ConversionList>>,
      ): Promise<(string | undefined)[][]> => {
        const pages: (string | undefined)[][] = [];
        for (let startRow = 0; pages.at(-1)?.length !== 0; startRow += PAGE)
          pages.push(idsOf((await askFor(startRow)).body));
        return pages;
      };
      const pageAt = (startRow: number) =>
        conversionsOf(other.accounts[0], { startRow: String(startRow), rowCount: String(PAGE) });

      test('neither skip nor repeat', async () => {
        const pages = await readAll((startRow) => ask<ConversionList>('GET', pageAt(startRow), { as: other.manager }));

        expect(pages.flat().sort()).toEqual(expected);
        expect(pages.slice(0, 4).map(({ length }) => length)).toEqual(Array.from({ length: 4 }, () => PAGE));
      });

      test('are the same when every one of them meets another process', async () => {
        const whole = await readAll((startRow) => ask<ConversionList>('GET', pageAt(startRow), { as: other.manager }));

        const scattered = await readAll((startRow) => {
          const fresh = serve(operations, { ...ads, stores: dynamoAdsStores(documents, config.adsTable, systemClock) });
          return requestsTo(fresh)<ConversionList>('GET', pageAt(startRow), { as: other.manager });
        });

        expect(scattered).toEqual(whole);
      });

      test('do not move when something is inserted before them', async () => {
        const [account] = other.accounts;
        const first = await get({ startRow: '0', rowCount: '5' }, account, other.manager);
        await ask('POST', '/doubleclicksearch/v2/conversion', {
          as: other.manager,
          body: { conversion: [purchase(account, 'early', { conversionTimestamp: String(startMs - 1_000) })] },
        });
        const second = await get({ startRow: '5', rowCount: '5' }, account, other.manager);

        expect(new Set([...idsOf(first.body), ...idsOf(second.body)]).size).toBe(10);
      });

      test('are not shown to somebody whose right was taken away meanwhile', async () => {
        const reader = someone('reader');
        const grant = { subject: reader, agencyId: other.agencyId, role: 'READ' } as const;
        await stores.grants.put(grant);
        expect((await get({ startRow: '0', rowCount: '5' }, other.accounts[0], reader)).status).toBe(200);
        await stores.grants.remove(grant);

        expect((await get({ startRow: '5', rowCount: '5' }, other.accounts[0], reader)).status).toBe(403);
      });
    });

    describe('ADS-24 filters', () => {
      /** A conversion on a keyword of its own: each differs from the first in one more level. */
      const place = (level: 'campaignId' | 'adGroupId' | 'criterionId' | 'adId', seed: string): LegacyPath => {
        const { legacy } = world.accounts[2];
        const levels = ['campaignId', 'adGroupId', 'criterionId'] as const;
        const others =
          level === 'adId'
            ? {}
            : Object.fromEntries(
                levels.slice(levels.indexOf(level)).map((name, index) => [name, `${String(index + 1)}${seed}`]),
              );
        return { ...legacy, ...others, adId: level === 'adId' ? `44${(legacy.engineAccountId ?? '').slice(1)}` : '0' };
      };
      const LEVELS = ['campaignId', 'adGroupId', 'criterionId', 'adId'] as const;
      const places = new Map<string, LegacyPath>();

      beforeAll(async () => {
        const account = world.accounts[2];
        for (const [index, level] of LEVELS.entries())
          places.set(level, place(level, `0${String(Date.now())}${String(index)}`));
        await stores.entities.putAll(
          [...places.values()].map((legacy) => ({
            level: 'KEYWORD',
            legacy: { ...legacy, adId: undefined },
            name: 'Keyword',
            status: 'Active',
            networkTimeZone: 'America/New_York',
          })),
        );
        const conversion = [
          purchase(account, 'same'),
          ...[...places].map(([level, legacy]) => purchase(account, `other-${level}`, legacy)),
        ];
        const { status } = await ask('POST', '/doubleclicksearch/v2/conversion', {
          as: world.manager,
          body: { conversion },
        });
        expect(status).toBe(200);
      });

      const found = async (query: Record<string, string>) => idsOf((await get(query, world.accounts[2])).body).sort();

      test.each([
        ['campaignId', ['other-adGroupId', 'other-adId', 'other-criterionId', 'same']],
        ['adGroupId', ['other-adId', 'other-criterionId', 'same']],
        ['criterionId', ['other-adId', 'same']],
        ['adId', ['other-adGroupId', 'other-campaignId', 'other-criterionId', 'same']],
      ] as const)('%s alone leaves only what matches', async (level, matching) => {
        const value = level === 'adId' ? '0' : (world.accounts[2].legacy[level] ?? '');

        expect(await found({ [level]: value })).toEqual(matching);
        expect(await found({ [level]: places.get(level)?.[level] ?? '' })).toEqual([`other-${level}`]);
        expect(await found({ [level]: '17' })).toEqual([]);
      });

      test('together all must match', async () => {
        const { campaignId = '', adGroupId = '', criterionId = '' } = world.accounts[2].legacy;
        const all = { campaignId, adGroupId, criterionId, adId: '0' };

        expect(await found(all)).toEqual(['same']);
        for (const level of LEVELS)
          expect(await found({ ...all, [level]: places.get(level)?.[level] ?? '' })).toEqual(
            level === 'adId' ? ['other-adId'] : level === 'criterionId' ? ['other-criterionId'] : [],
          );
      });
    });

    test('the last row that can be asked for is beyond the end, not an error', async () => {
      expect(await get({ startRow: '4294967295', rowCount: '1' })).toMatchObject({
        status: 200,
        body: { kind: 'doubleclicksearch#conversionList' },
      });
    });

    test('an empty customer is none', async () => {
      expect((await get({ customerId: '' })).body.conversion?.[0]).toMatchObject(world.accounts[0].legacy);
    });

    test('with a customer, ids are those of the new space', async () => {
      const { customerId, campaignId = '' } = world.accounts[0].modern;

      const { body } = await get({ customerId, campaignId });

      expect(body.conversion).toHaveLength(5);
      expect(body.conversion?.[0]).toMatchObject({ customerId, campaignId });
      expect(body.conversion?.[0]).not.toHaveProperty('engineAccountId');
    });

    test("ADS-26 days are those of the advertiser's network", async () => {
      const other = await advertising();
      const account = other.accounts[2];
      // New York is four hours behind UTC on these days.
      const conversion = [
        purchase(account, 'before-midnight', { conversionTimestamp: String(Date.UTC(2025, 6, 11, 3, 30)) }),
        purchase(account, 'after-midnight', { conversionTimestamp: String(Date.UTC(2025, 6, 11, 4, 30)) }),
      ];
      await ask('POST', '/doubleclicksearch/v2/conversion', { as: other.manager, body: { conversion } });

      const tenth = await get({ startDate: '20250710', endDate: '20250710' }, account, other.manager);
      const eleventh = await get({ startDate: '20250711', endDate: '20250711' }, account, other.manager);

      expect([idsOf(tenth.body), idsOf(eleventh.body)]).toEqual([['before-midnight'], ['after-midnight']]);
    });
  });

  describe('400', () => {
    test.each([
      ['rowCount', { rowCount: '0' }],
      ['rowCount', { rowCount: '1001' }],
      ['startDate', { startDate: '20091031' }],
      ['endDate', { startDate: '20240101', endDate: '20240230' }],
      ['endDate', { startDate: '20240102', endDate: '20240101' }],
      ['startRow', { startRow: '-1' }],
    ] as [string, Record<string, string>][])('ADS-23 %s of %j', async (location, query) => {
      const answer = await ask<ErrorBody>('GET', conversionsOf(world.accounts[0], query), { as: world.manager });

      expect(answer.status).toBe(400);
      expect(answer.body.error.errors[0]).toMatchObject({
        reason: 'invalidParameter',
        location,
        locationType: 'parameter',
      });
    });

    test.each(['startDate', 'endDate', 'startRow', 'rowCount'])('ADS-23 %s is missing', async (location) => {
      const url = conversionsOf(world.accounts[0]).replace(new RegExp(`&?${location}=\\d+`), '');

      const answer = await ask<ErrorBody>('GET', url, { as: world.manager });

      expect(answer.status).toBe(400);
      expect(answer.body.error.errors[0]).toMatchObject({ reason: 'required', location });
    });
  });

  describe('404', () => {
    test('ADS-25 an account of another advertiser', async () => {
      const [first, , third] = world.accounts;
      const url = conversionsOf(first).replace(first.engineAccountId, third.engineAccountId);

      const { status, body } = await ask<ErrorBody>('GET', url, { as: world.manager });

      expect(status).toBe(404);
      expect(body.error.errors[0]?.['reason']).toBe('notFound');
    });

    test('an account that does not exist, and one that the caller may not see', async () => {
      const [first, , third] = world.accounts;
      const reader = someone('reader');
      const { agencyId } = world;
      await stores.grants.put({ subject: reader, agencyId, advertiserId: third.advertiserId, role: 'READ' });
      const unknown = await ask('GET', conversionsOf(first).replace(first.engineAccountId, '12'), { as: reader });
      const foreign = await get({}, first, reader);

      expect([unknown.status, foreign.status]).toEqual([404, 404]);
      expect(foreign.body).toEqual(unknown.body);
    });

    test('the customer of another account', async () => {
      expect((await get({ customerId: world.accounts[1].customerId })).status).toBe(404);
    });
  });

  test('403 for somebody without any grant, whether the account exists or not', async () => {
    const [first] = world.accounts;
    const stranger = someone('stranger');
    const real = await ask<ErrorBody>('GET', conversionsOf(first), { as: stranger });
    const unknown = await ask('GET', conversionsOf(first).replace(first.engineAccountId, '12'), { as: stranger });

    expect([real.status, real.body.error.errors[0]?.['reason']]).toEqual([403, 'forbidden']);
    expect(unknown.body).toEqual(real.body);
  });

  test('a grant to read is enough', async () => {
    const reader = someone('reader');
    await stores.grants.put({
      subject: reader,
      agencyId: world.agencyId,
      advertiserId: world.accounts[0].advertiserId,
      role: 'READ',
    });

    expect((await get({}, world.accounts[0], reader)).body.conversion).toHaveLength(5);
    expect((await get({}, world.accounts[2], reader)).status).toBe(404);
  });
});
