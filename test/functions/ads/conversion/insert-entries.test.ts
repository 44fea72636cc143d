import { describe, expect, test } from '@jest/globals';
import { operations } from '#functions/ads/conversion/index';
import { serve } from '#lib/middleware/serve';
import { ads } from '#lib/runtime/ads/serve';
import { DAY_MS, purchase, purchaseByClick } from '#test/support/ads/advertising';
import { conversionRequests } from '#test/support/ads/conversions';
import { useAdvertising } from '#test/support/ads/use-advertising';
import { requestsTo, type ErrorBody } from '#test/support/ask';

const world = useAdvertising();

const { insert, idsIn } = conversionRequests(() => world);

/** The message of the only error of an insert that must fail. */
const refusal = async (conversion: object): Promise<string> => {
  const { status, body } = await insert<ErrorBody>([conversion]);
  expect(status).toBe(400);
  expect(body.error.errors).toHaveLength(1);
  expect(body.error.errors[0]).toMatchObject({ domain: 'global', reason: 'requestValidation' });
  return body.error.message;
};

describe('doubleclicksearch.conversion.insert', () => {
  describe('400 of single entries', () => {
    test('ADS-06 ADS-07 the bad ones are named by their place, the good ones are stored', async () => {
      const account = world.accounts[2];
      const batch = Array.from({ length: 5 }, (_, index) =>
        purchase(account, `best-${String(index)}`, { segmentationName: index % 2 === 1 ? 'Nothing' : 'Purchase' }),
      );

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

      const { body } = await insert<ErrorBody>([
        { ...purchase(account, 'bad-type'), campaignId: 'x' },
        purchase(account, 'fine-beside'),
      ]);

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

      const { body } = await insert<ErrorBody>([
        conversion,
        { ...conversion, conversionTimestamp: String(Date.now() - 50_000) },
      ]);

      expect(body.error.errors).toHaveLength(1);
      expect(body.error.message).toContain('(0x0000011F) index=1 conversionId=double');
    });

    test('ADS-10 of 20 inserts at once exactly one is stored', async () => {
      const conversion = purchase(world.accounts[0], 'race');

      const answers = await Promise.all(Array.from({ length: 20 }, () => insert<ErrorBody>([conversion])));

      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { body } of answers.filter(({ status }) => status !== 200))
        expect(body.error.message).toContain('0x0000011A');
      expect((await idsIn()).filter((id) => id === 'race')).toHaveLength(1);
    });

    test('ADS-11 clicks must be known and younger than 90 days', async () => {
      const [account] = world.accounts;
      const [old, young] = [await world.click(account, 91), await world.click(account, 89)];

      expect(await refusal(purchaseByClick(account, 'nobody', 'unknown-click'))).toContain(
        "Click ID 'nobody' is not found (0x00000101)",
      );
      expect(await refusal(purchaseByClick(account, old, 'old-click'))).toContain('older than 90 days');
      expect((await insert([purchaseByClick(account, young, 'young-click')])).status).toBe(200);
    });

    test('a number is taken for the text of its digits; an object is not, and is named', async () => {
      const account = world.accounts[1];
      const { status } = await insert([{ ...purchase(account, ''), conversionId: 1_794_753_449_397 }]);

      expect(status).toBe(200);
      expect(await idsIn(account)).toContain('1794753449397');
      expect(await refusal({ ...purchase(account, ''), conversionId: {} })).toContain("'conversionId' must be text");
      expect(await refusal({ ...purchase(account, 'x'), productId: [1] })).toContain("'productId' must be text");
    });

    test('a click that is not known does not shift the others to clicks that are not theirs', async () => {
      const [berlin, , york] = world.accounts;
      const clicks = [await world.click(berlin), await world.click(york)];

      const { body } = await insert<ErrorBody>([
        purchaseByClick(berlin, 'nobody', 'first-unknown'),
        purchaseByClick(berlin, clicks[0] ?? '', 'second-berlin'),
        purchaseByClick(york, clicks[1] ?? '', 'third-york'),
      ]);

      expect(body.error.errors.map(({ message }) => message)).toEqual([
        expect.stringContaining("Click ID 'nobody' is not found (0x00000101) index=0 conversionId=first-unknown"),
      ]);
      expect(await idsIn(berlin)).toContain('second-berlin');
      expect(await idsIn(york)).toContain('third-york');
    });

    test('ADS-11 a stage may take clicks of any age', async () => {
      const [account] = world.accounts;
      const lenient = requestsTo(
        serve(operations, { ...ads, stores: { ...ads.stores, settings: { rejectsOldClicks: false } } }),
      );

      const { status } = await lenient('POST', '/doubleclicksearch/v2/conversion', {
        as: world.manager,
        body: { conversion: [purchaseByClick(account, await world.click(account, 400), 'very-old')] },
      });

      expect(status).toBe(200);
    });

    test('ids beside a click must agree with it', async () => {
      const [account] = world.accounts;
      const clickId = await world.click(account);

      expect(await refusal(purchaseByClick(account, clickId, 'disagree', { campaignId: '1' }))).toContain(
        "'campaignId'",
      );
    });

    test.each([
      'conversionId',
      'conversionTimestamp',
      'segmentationType',
      'segmentationName',
      'criterionId',
      'campaignId',
      'adGroupId',
      'agencyId',
    ])('ADS-12 %s is required', async (field) => {
      const conversion = Object.fromEntries(
        Object.entries(purchase(world.accounts[0], `without-${field}`)).filter(([name]) => name !== field),
      );

      expect(await refusal(conversion)).toContain(field);
    });

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
      const {
        agencyId: _1,
        advertiserId: _2,
        engineAccountId: _3,
        adGroupId: _4,
        adId: _5,
        ...rest
      } = purchase(account, 'no-group');

      expect(
        await refusal({
          ...rest,
          customerId: account.customerId,
          campaignId: account.modern.campaignId,
          criterionId: account.modern.criterionId,
        }),
      ).toContain('adGroupId');
    });
  });
});
