import { describe, expect, test } from '@jest/globals';
import { advertising, conversionsOf, purchase, purchaseByClick, stores } from '#test/support/ads/advertising';
import { ask, conversionRequests, type ConversionList } from '#test/support/ads/conversions';
import { useAdvertising } from '#test/support/ads/use-advertising';
import type { ErrorBody } from '#test/support/ask';
import { someone } from '#test/support/people';

const world = useAdvertising();

const { insert, idsIn } = conversionRequests(() => world);

describe('doubleclicksearch.conversion.insert', () => {
  describe('200', () => {
    test('ADS-01 a transaction by click gets an id, a state and the ids of its visit', async () => {
      const [account] = world.accounts;
      const clickId = await world.click(account);

      const { status, body } = await insert([purchaseByClick(account, clickId, 'by-click')]);

      expect(status).toBe(200);
      expect(body.kind).toBe('doubleclicksearch#conversionList');
      expect(body.conversion).toHaveLength(1);
      expect(body.conversion?.[0]).toMatchObject({
        ...account.legacy,
        clickId,
        conversionId: 'by-click',
        state: 'ACTIVE',
        segmentationName: 'Purchase',
      });
      expect(body.conversion?.[0]?.dsConversionId).toMatch(/^\d{10,19}$/);
      expect(body.conversion?.[0]?.segmentationId).toMatch(/^2571/);
      expect(body.conversion?.[0]?.conversionModifiedTimestamp).toMatch(/^\d{13}$/);
    });

    test('ADS-02 a conversion on a keyword is listed for its account', async () => {
      const [, account] = world.accounts;

      const { status, body } = await insert([purchase(account, 'by-keyword')]);

      expect(status).toBe(200);
      expect(body.conversion?.[0]).toMatchObject({ ...account.legacy, adId: '0' });
      expect(await idsIn(account)).toEqual(['by-keyword']);
    });

    test('ADS-03 ids of the new space are answered in the new space, the customer as it was spelled', async () => {
      const [account] = world.accounts;
      const { customerId, ...branch } = account.modern;
      const dashed = `${customerId.slice(0, 3)}-${customerId.slice(3, 6)}-${customerId.slice(6)}`;
      const { agencyId: _1, advertiserId: _2, engineAccountId: _3, adId: _4, ...rest } = purchase(account, 'new-space');

      const { status, body } = await insert([{ ...rest, ...branch, customerId: dashed }]);

      expect(status).toBe(200);
      expect(body.conversion?.[0]).toMatchObject({ customerId: dashed, ...branch });
      expect(body.conversion?.[0]).not.toHaveProperty('agencyId');
      expect(body.conversion?.[0]).not.toHaveProperty('engineAccountId');
    });

    test('ADS-04 numbers are taken for strings and answered as strings', async () => {
      const timestamp = Date.now() - 7_200_000;

      const { status, body } = await insert([
        {
          ...purchase(world.accounts[0], 'numbers'),
          conversionTimestamp: timestamp,
          revenueMicros: 12_500_000,
          quantityMillis: 2000,
        },
      ]);

      expect(status).toBe(200);
      expect(body.conversion?.[0]).toMatchObject({
        conversionTimestamp: String(timestamp),
        revenueMicros: '12500000',
        quantityMillis: '2000',
      });
    });

    test('ADS-09 the same id at another time is another conversion', async () => {
      const earlier = purchase(world.accounts[0], 'twice', { conversionTimestamp: String(Date.now() - 10_000) });
      const later = { ...earlier, conversionTimestamp: String(Date.now() - 5_000) };

      expect((await insert([earlier])).status).toBe(200);
      expect((await insert([later])).status).toBe(200);
    });

    test('ADS-12 without a type the activity decides', async () => {
      const {
        type: _1,
        revenueMicros: _2,
        currencyCode: _3,
        ...signup
      } = purchase(world.accounts[0], 'no-type', { segmentationName: 'Signup' });

      const { body } = await insert([signup]);

      expect(body.conversion?.[0]?.type).toBe('ACTION');
    });

    test('ADS-14 custom metrics and dimensions are kept and returned', async () => {
      const custom = {
        customMetric: [{ name: 'sales', value: 3.5 }],
        customDimension: [{ name: 'product_type', value: 'Shoes' }],
      };

      const { body } = await insert([purchase(world.accounts[0], 'custom', custom)]);

      expect(body.conversion?.[0]).toMatchObject(custom);
    });

    test('ADS-15 a local shop can be named', async () => {
      const { status, body } = await insert([
        purchase(world.accounts[0], 'shop', {
          channel: 'local',
          storeId: 'S-12',
          deviceType: 'mobile',
          adUserDataConsent: 'GRANTED',
        }),
      ]);

      expect(status).toBe(200);
      expect(body.conversion?.[0]).toMatchObject({
        channel: 'local',
        storeId: 'S-12',
        deviceType: 'MOBILE',
        adUserDataConsent: 'GRANTED',
      });
    });

    test('DELETED is the old name of REMOVED', async () => {
      const { body } = await insert([purchase(world.accounts[0], 'deleted', { state: 'DELETED' })]);

      expect(body.conversion?.[0]?.state).toBe('REMOVED');
    });

    test('fields that nobody knows are ignored', async () => {
      const { status, body } = await insert([
        { ...purchase(world.accounts[0], 'unknown-field'), sessionAttributesEncoded: 'eA==' },
      ]);

      expect(status).toBe(200);
      expect(body.conversion?.[0]).not.toHaveProperty('sessionAttributesEncoded');
    });
  });

  describe('400 of the whole request', () => {
    test.each([
      ['an empty list', { conversion: [] }],
      ['no list', { kind: 'doubleclicksearch#conversionList' }],
      ['nothing', {}],
    ])('ADS-05 %s', async (_, body) => {
      const answer = await ask<ErrorBody>('POST', '/doubleclicksearch/v2/conversion', { as: world.manager, body });

      expect(answer.status).toBe(400);
      expect(answer.body.error.errors).toEqual([
        {
          domain: 'global',
          reason: 'requestValidation',
          message: 'The request was not valid. Details: [Empty batch encountered.]',
        },
      ]);
    });

    test('ADS-16 2001 conversions are too many, and none is stored', async () => {
      const other = await advertising();
      const many = Array.from({ length: 2001 }, (_, index) => purchase(other.accounts[0], `many-${String(index)}`));

      const { status } = await insert(many, other.manager);

      expect(status).toBe(400);
      const { body } = await ask<ConversionList>('GET', conversionsOf(other.accounts[0]), { as: other.manager });
      expect(body).toEqual({ kind: 'doubleclicksearch#conversionList' });
    });

    test('ADS-16 more than 5 MB are too much', async () => {
      const { status } = await insert([
        purchase(world.accounts[0], 'large', { floodlightOrderId: 'x'.repeat(5_000_000) }),
      ]);

      expect(status).toBe(400);
      expect(await idsIn()).not.toContain('large');
    });
  });

  describe('access', () => {
    test('ADS-17 an advertiser without a grant is refused in every entry', async () => {
      const [account] = world.accounts;

      const { status, body } = await insert<ErrorBody>(
        [purchase(account, 'foreign-1'), purchase(account, 'foreign-2')],
        someone('stranger'),
      );

      expect(status).toBe(400);
      expect(body.error.errors.map(({ message }) => message)).toEqual([
        expect.stringContaining(`permission to view advertiser ${account.advertiserId} (0x0000011D) index=0`),
        expect.stringContaining('(0x0000011D) index=1'),
      ]);
      expect(await idsIn()).not.toContain('foreign-1');
    });

    test("another advertiser's click does not exist", async () => {
      const [account] = world.accounts;
      const clickId = await world.click(account);

      const { body } = await insert<ErrorBody>(
        [purchaseByClick(account, clickId, 'foreign-click')],
        someone('stranger'),
      );

      expect(body.error.message).toContain('0x00000101');
    });

    test('a grant to read does not let anybody write', async () => {
      const [account] = world.accounts;
      const reader = someone('reader');
      await stores.grants.put({
        subject: reader,
        agencyId: world.agencyId,
        advertiserId: account.advertiserId,
        role: 'READ',
      });

      const { body } = await insert<ErrorBody>([purchase(account, 'read-only')], reader);

      expect(body.error.message).toContain('0x0000011D');
    });

    test('a grant to a domain counts for everybody there', async () => {
      const [account] = world.accounts;
      const colleague = `ann@${someone('d').replace('@', '.')}`;
      await stores.grants.put({
        subject: colleague.slice(4),
        agencyId: world.agencyId,
        advertiserId: account.advertiserId,
        role: 'WRITE',
      });

      expect((await insert([purchase(account, 'colleague')], colleague)).status).toBe(200);
      expect((await insert([purchase(world.accounts[2], 'colleague')], colleague)).status).toBe(400);
    });

    test('ADS-17 a token without the scope is 403, no token is 401', async () => {
      const request = { body: { conversion: [purchase(world.accounts[0], 'no-scope')] } };

      const wrongScope = await ask('POST', '/doubleclicksearch/v2/conversion', {
        ...request,
        as: world.manager,
        scopes: ['https://www.googleapis.com/auth/books'],
      });
      const nobody = await ask('POST', '/doubleclicksearch/v2/conversion', request);

      expect([wrongScope.status, nobody.status]).toEqual([403, 401]);
    });
  });

  test('parallel batches that overlap store every conversion exactly once', async () => {
    const other = await advertising();
    const batch = Array.from({ length: 50 }, (_, index) => purchase(other.accounts[0], `overlap-${String(index)}`));

    const answers = await Promise.all([0, 1, 2, 3].map(() => insert<ErrorBody>(batch, other.manager)));

    const refused = answers.flatMap(({ status, body }) => (status === 200 ? [] : body.error.errors));
    expect(refused).toHaveLength(150);
    const { body } = await ask<ConversionList>('GET', conversionsOf(other.accounts[0]), { as: other.manager });
    expect(body.conversion).toHaveLength(50);
  });
});
