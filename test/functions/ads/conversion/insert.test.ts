import { beforeAll, describe, expect, test } from '@jest/globals';
import { handler, operations } from '#functions/ads/conversion/index';
import type { ConversionFields } from '#lib/ads/conversion';
import { serve } from '#lib/middleware/serve';
import { ads } from '#lib/runtime/ads';
import { asking, type ErrorBody } from '#test/support/ask';
import { advertising, conversionsOf, DAY_MS, purchase, purchaseByClick, stores, type Advertising } from '#test/support/advertising';
import { someone } from '#test/support/people';

const ask = asking(handler);

interface List {
  readonly kind: string;
  readonly conversion?: readonly ConversionFields[];
}

let world: Advertising;
beforeAll(async () => {
  world = await advertising();
});

const insert = <Body = List>(conversion: readonly unknown[], as = world.manager) =>
  ask<Body>('POST', '/doubleclicksearch/v2/conversion', { as, body: { kind: 'doubleclicksearch#conversionList', conversion } });

const idsIn = async (account = world.accounts[0]): Promise<(string | undefined)[]> => {
  const { body } = await ask<List>('GET', conversionsOf(account), { as: world.manager });
  return (body.conversion ?? []).map(({ conversionId }) => conversionId);
};

/** The message of the only error of an insert that must fail. */
const refusal = async (conversion: object): Promise<string> => {
  const { status, body } = await insert<ErrorBody>([conversion]);
  expect(status).toBe(400);
  expect(body.error.errors).toHaveLength(1);
  expect(body.error.errors[0]).toMatchObject({ domain: 'global', reason: 'requestValidation' });
  return body.error.message;
};

describe('doubleclicksearch.conversion.insert', () => {
  describe('200', () => {
    test('ADS-01 a transaction by click gets an id, a state and the ids of its visit', async () => {
      const [account] = world.accounts;
      const clickId = await world.click(account);

      const { status, body } = await insert([purchaseByClick(account, clickId, 'by-click')]);

      expect(status).toBe(200);
      expect(body.kind).toBe('doubleclicksearch#conversionList');
      expect(body.conversion).toHaveLength(1);
      expect(body.conversion?.[0]).toMatchObject({ ...account.legacy, clickId, conversionId: 'by-click', state: 'ACTIVE', segmentationName: 'Purchase' });
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

      const { status, body } = await insert([{ ...purchase(world.accounts[0], 'numbers'), conversionTimestamp: timestamp, revenueMicros: 12_500_000, quantityMillis: 2000 }]);

      expect(status).toBe(200);
      expect(body.conversion?.[0]).toMatchObject({ conversionTimestamp: String(timestamp), revenueMicros: '12500000', quantityMillis: '2000' });
    });

    test('ADS-09 the same id at another time is another conversion', async () => {
      const earlier = purchase(world.accounts[0], 'twice', { conversionTimestamp: String(Date.now() - 10_000) });
      const later = { ...earlier, conversionTimestamp: String(Date.now() - 5_000) };

      expect((await insert([earlier])).status).toBe(200);
      expect((await insert([later])).status).toBe(200);
    });

    test('ADS-12 without a type the activity decides', async () => {
      const { type: _1, revenueMicros: _2, currencyCode: _3, ...signup } = purchase(world.accounts[0], 'no-type', { segmentationName: 'Signup' });

      const { body } = await insert([signup]);

      expect(body.conversion?.[0]?.type).toBe('ACTION');
    });

    test('ADS-14 custom metrics and dimensions are kept and returned', async () => {
      const custom = { customMetric: [{ name: 'sales', value: 3.5 }], customDimension: [{ name: 'product_type', value: 'Shoes' }] };

      const { body } = await insert([purchase(world.accounts[0], 'custom', custom)]);

      expect(body.conversion?.[0]).toMatchObject(custom);
    });

    test('ADS-15 a local shop can be named', async () => {
      const { status, body } = await insert([purchase(world.accounts[0], 'shop', { channel: 'local', storeId: 'S-12', deviceType: 'mobile', adUserDataConsent: 'GRANTED' })]);

      expect(status).toBe(200);
      expect(body.conversion?.[0]).toMatchObject({ channel: 'local', storeId: 'S-12', deviceType: 'MOBILE', adUserDataConsent: 'GRANTED' });
    });

    test('DELETED is the old name of REMOVED', async () => {
      const { body } = await insert([purchase(world.accounts[0], 'deleted', { state: 'DELETED' })]);

      expect(body.conversion?.[0]?.state).toBe('REMOVED');
    });

    test('fields that nobody knows are ignored', async () => {
      const { status, body } = await insert([{ ...purchase(world.accounts[0], 'unknown-field'), sessionAttributesEncoded: 'eA==' }]);

      expect(status).toBe(200);
      expect(body.conversion?.[0]).not.toHaveProperty('sessionAttributesEncoded');
    });
  });

  describe('400 of the whole request', () => {
    test.each([['an empty list', { conversion: [] }], ['no list', { kind: 'doubleclicksearch#conversionList' }], ['nothing', {}]])('ADS-05 %s', async (_, body) => {
      const answer = await ask<ErrorBody>('POST', '/doubleclicksearch/v2/conversion', { as: world.manager, body });

      expect(answer.status).toBe(400);
      expect(answer.body.error.errors).toEqual([
        { domain: 'global', reason: 'requestValidation', message: 'The request was not valid. Details: [Empty batch encountered.]' },
      ]);
    });

    test('ADS-16 2001 conversions are too many, and none is stored', async () => {
      const other = await advertising();
      const many = Array.from({ length: 2001 }, (_, index) => purchase(other.accounts[0], `many-${String(index)}`));

      const { status } = await insert(many, other.manager);

      expect(status).toBe(400);
      const { body } = await ask<List>('GET', conversionsOf(other.accounts[0]), { as: other.manager });
      expect(body).toEqual({ kind: 'doubleclicksearch#conversionList' });
    });

    test('ADS-16 more than 5 MB are too much', async () => {
      const { status } = await insert([purchase(world.accounts[0], 'large', { floodlightOrderId: 'x'.repeat(5_000_000) })]);

      expect(status).toBe(400);
      expect(await idsIn()).not.toContain('large');
    });
  });

  describe('400 of single entries', () => {
    test('ADS-06 ADS-07 the bad ones are named by their place, the good ones are stored', async () => {
      const account = world.accounts[2];
      const batch = Array.from({ length: 5 }, (_, index) => purchase(account, `best-${String(index)}`, { segmentationName: index % 2 === 1 ? 'Nothing' : 'Purchase' }));

      const { status, body } = await insert<ErrorBody>(batch);

      expect(status).toBe(400);
      expect(body.error.errors.map(({ message }) => message)).toEqual([
        "The request was not valid. Details: [Floodlight activity name 'Nothing' is not found (0x0000010E) index=1 conversionId=best-1]",
        "The request was not valid. Details: [Floodlight activity name 'Nothing' is not found (0x0000010E) index=3 conversionId=best-3]",
      ]);
      expect(body.error.message).toMatch(/Details: \[(.*) index=\d+ conversionId=.*/);
      expect((await idsIn(account)).sort()).toEqual(['best-0', 'best-2', 'best-4']);
    });

    test('a value of the wrong type spoils its own entry only', async () => {
      const account = world.accounts[0];

      const { body } = await insert<ErrorBody>([{ ...purchase(account, 'bad-type'), campaignId: 'x' }, purchase(account, 'fine-beside')]);

      expect(body.error.errors).toHaveLength(1);
      expect(body.error.message).toContain("'campaignId'");
      expect(body.error.message).toContain(' index=0 conversionId=bad-type]');
      expect(await idsIn()).toContain('fine-beside');
    });

    test('an entry that is no object spoils nothing but itself', async () => {
      const { body } = await insert<ErrorBody>([null, purchase(world.accounts[0], 'beside-null'), 5]);

      expect(body.error.errors.map(({ message }) => message)).toEqual([
        'The request was not valid. Details: [An entry must be an object index=0 conversionId=]',
        'The request was not valid. Details: [An entry must be an object index=2 conversionId=]',
      ]);
      expect(await idsIn()).toContain('beside-null');
    });

    test('ADS-08 the same insert again names the conversion that is stored', async () => {
      const conversion = purchase(world.accounts[0], 'again');
      const stored = (await insert([conversion])).body.conversion?.[0]?.dsConversionId ?? 'none';

      const message = await refusal(conversion);

      expect(message).toContain(`Search Ads 360 conversion ID ${stored} (0x0000011A)`);
      expect((await idsIn()).filter((id) => id === 'again')).toHaveLength(1);
    });

    test('ADS-09 an id that stands twice in a request is refused the second time', async () => {
      const conversion = purchase(world.accounts[0], 'double');

      const { body } = await insert<ErrorBody>([conversion, { ...conversion, conversionTimestamp: String(Date.now() - 50_000) }]);

      expect(body.error.errors).toHaveLength(1);
      expect(body.error.message).toContain('(0x0000011F) index=1 conversionId=double');
    });

    test('ADS-10 of 20 inserts at once exactly one is stored', async () => {
      const conversion = purchase(world.accounts[0], 'race');

      const answers = await Promise.all(Array.from({ length: 20 }, () => insert<ErrorBody>([conversion])));

      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { body } of answers.filter(({ status }) => status !== 200)) expect(body.error.message).toContain('0x0000011A');
      expect((await idsIn()).filter((id) => id === 'race')).toHaveLength(1);
    });

    test('ADS-11 clicks must be known and younger than 90 days', async () => {
      const [account] = world.accounts;
      const [old, young] = [await world.click(account, 91), await world.click(account, 89)];

      expect(await refusal(purchaseByClick(account, 'nobody', 'unknown-click'))).toContain("Click ID 'nobody' is not found (0x00000101)");
      expect(await refusal(purchaseByClick(account, old, 'old-click'))).toContain('older than 90 days');
      expect((await insert([purchaseByClick(account, young, 'young-click')])).status).toBe(200);
    });

    test('ADS-11 a stage may take clicks of any age', async () => {
      const [account] = world.accounts;
      const lenient = asking(serve(operations, { ...ads, stores: { ...ads.stores, settings: { rejectsOldClicks: false } } }));

      const { status } = await lenient('POST', '/doubleclicksearch/v2/conversion', { as: world.manager, body: { conversion: [purchaseByClick(account, await world.click(account, 400), 'very-old')] } });

      expect(status).toBe(200);
    });

    test('ids beside a click must agree with it', async () => {
      const [account] = world.accounts;
      const clickId = await world.click(account);

      expect(await refusal(purchaseByClick(account, clickId, 'disagree', { campaignId: '1' }))).toContain("'campaignId'");
    });

    test.each(['conversionId', 'conversionTimestamp', 'segmentationType', 'segmentationName', 'criterionId', 'campaignId', 'adGroupId', 'agencyId'])(
      'ADS-12 %s is required',
      async (field) => {
        const conversion = Object.fromEntries(Object.entries(purchase(world.accounts[0], `without-${field}`)).filter(([name]) => name !== field));

        expect(await refusal(conversion)).toContain(field);
      },
    );

    test.each([
      ['ADS-12', { segmentationType: 'X' }, 'segmentationType'],
      ['ADS-12', { type: 'X' }, 'type'],
      ['ADS-13', { currencyCode: 'EURO' }, 'currencyCode'],
      ['ADS-13', { type: 'ACTION' }, 'revenueMicros'],
      ['ADS-13', { revenueMicros: '-1' }, 'revenueMicros'],
      ['ADS-13', { revenueMicros: '1.5' }, 'revenueMicros'],
      ['ADS-14', { customMetric: [{ name: 'unknown', value: 1 }] }, '0x00000116'],
      ['ADS-14', { customDimension: [{ name: 'unknown', value: 'x' }] }, '0x00000115'],
      ['ADS-14', { customDimension: [{ name: 'sales', value: 'x' }] }, '0x00000115'],
      ['ADS-15', { channel: 'online', storeId: 'S-12' }, 'storeId'],
      ['ADS-15', { adUserDataConsent: 'MAYBE' }, 'adUserDataConsent'],
      ['ADS-12', { state: 'GONE' }, 'state'],
      ['ADS-12', { deviceType: 'WATCH' }, 'deviceType'],
      ['time rules', { conversionTimestamp: String(Date.UTC(2012, 11, 31)) }, 'conversionTimestamp'],
      ['time rules', { conversionTimestamp: String(Date.now() + 2 * DAY_MS) }, 'conversionTimestamp'],
      ['lineage', { campaignId: '999' }, 'campaignId'],
      ['lineage', { criterionId: '999' }, "Criterion ID '999' is not found"],
      ['lineage', { adId: '999' }, "Ad ID '999' is not found"],
    ] as [string, Record<string, unknown>, string][])('%s %j is refused', async (_, fields, named) => {
      expect(await refusal({ ...purchase(world.accounts[0], 'refused'), ...fields })).toContain(named);
      expect(await idsIn()).not.toContain('refused');
    });

    test('ADS-13 revenue needs a currency', async () => {
      const { currencyCode: _, ...conversion } = purchase(world.accounts[0], 'no-currency');

      expect(await refusal(conversion)).toContain('currencyCode');
    });

    test('ADS-03 a criterion of the new space needs its ad group', async () => {
      const [account] = world.accounts;
      const { agencyId: _1, advertiserId: _2, engineAccountId: _3, adGroupId: _4, adId: _5, ...rest } = purchase(account, 'no-group');

      expect(await refusal({ ...rest, customerId: account.customerId, campaignId: account.modern.campaignId, criterionId: account.modern.criterionId })).toContain('adGroupId');
    });
  });

  describe('access', () => {
    test('ADS-17 an advertiser without a grant is refused in every entry', async () => {
      const [account] = world.accounts;

      const { status, body } = await insert<ErrorBody>([purchase(account, 'foreign-1'), purchase(account, 'foreign-2')], someone('stranger'));

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

      const { body } = await insert<ErrorBody>([purchaseByClick(account, clickId, 'foreign-click')], someone('stranger'));

      expect(body.error.message).toContain('0x00000101');
    });

    test('a grant to read does not let anybody write', async () => {
      const [account] = world.accounts;
      const reader = someone('reader');
      await stores.grants.put({ subject: reader, agencyId: world.agencyId, advertiserId: account.advertiserId, role: 'READ' });

      const { body } = await insert<ErrorBody>([purchase(account, 'read-only')], reader);

      expect(body.error.message).toContain('0x0000011D');
    });

    test('a grant to a domain counts for everybody there', async () => {
      const [account] = world.accounts;
      const colleague = `ann@${someone('d').replace('@', '.')}`;
      await stores.grants.put({ subject: colleague.slice(4), agencyId: world.agencyId, advertiserId: account.advertiserId, role: 'WRITE' });

      expect((await insert([purchase(account, 'colleague')], colleague)).status).toBe(200);
      expect((await insert([purchase(world.accounts[2], 'colleague')], colleague)).status).toBe(400);
    });

    test('ADS-17 a token without the scope is 403, no token is 401', async () => {
      const request = { body: { conversion: [purchase(world.accounts[0], 'no-scope')] } };

      const wrongScope = await ask('POST', '/doubleclicksearch/v2/conversion', { ...request, as: world.manager, scopes: ['https://www.googleapis.com/auth/books'] });
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
    const { body } = await ask<List>('GET', conversionsOf(other.accounts[0]), { as: other.manager });
    expect(body.conversion).toHaveLength(50);
  });
});
