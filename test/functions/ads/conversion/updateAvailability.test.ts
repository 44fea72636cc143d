import { beforeAll, describe, expect, test } from '@jest/globals';
import { handler } from '#functions/ads/conversion/index';
import type { AvailabilityFields } from '#lib/ads/conversions/availability';
import { DAY_MS, stores } from '#test/support/ads/advertising';
import { useAdvertising } from '#test/support/ads/use-advertising';
import { requestsTo, type ErrorBody } from '#test/support/ask';
import { someone } from '#test/support/people';

const ask = requestsTo(handler);

interface Answer {
  readonly availabilities: readonly AvailabilityFields[];
}

const world = useAdvertising();
let purchases: AvailabilityFields;
beforeAll(async () => {
  purchases = {
    agencyId: world.agencyId,
    advertiserId: world.accounts[0].advertiserId,
    segmentationType: 'FLOODLIGHT',
    segmentationName: 'Purchase',
    availabilityTimestamp: String(Date.now() - 60_000),
  };
});

/** So that no test takes the mark of another for its own. */
let marks = 0;
const mark = <Body = Answer>(availabilities: readonly object[], as = world.manager) =>
  ask<Body>('POST', '/doubleclicksearch/v2/conversion/updateAvailability', { as, body: { availabilities } });

describe('doubleclicksearch.conversion.updateAvailability', () => {
  test('ADS-27 an activity by name is answered with its id, and the mark is kept', async () => {
    const { status, body } = await mark([purchases]);

    expect(status).toBe(200);
    const { segmentationId } = body.availabilities[0] ?? {};
    expect(segmentationId).toMatch(/^2571/);
    expect(body).toEqual({ availabilities: [{ ...purchases, segmentationId }] });
    expect(await stores.availability.list(world.accounts[0].advertiserId)).toContainEqual(
      expect.objectContaining({ activityId: segmentationId, timestampMs: Number(purchases.availabilityTimestamp) }),
    );
  });

  test('ADS-27 without a segmentation type it is FLOODLIGHT', async () => {
    const { segmentationType: _, ...rest } = purchases;

    expect((await mark([rest])).body.availabilities[0]?.segmentationType).toBe('FLOODLIGHT');
  });

  test('the last mark counts, even when it goes back', async () => {
    const [account] = world.accounts;
    await mark([{ ...purchases, segmentationName: 'Signup', availabilityTimestamp: '1700000000000' }]);
    await mark([{ ...purchases, segmentationName: 'Signup', availabilityTimestamp: '1600000000000' }]);

    const marks = await stores.availability.list(account.advertiserId);

    expect(
      marks.filter(({ activityId }) => activityId.startsWith('2572')).map(({ timestampMs }) => timestampMs),
    ).toEqual([1_600_000_000_000]);
  });

  test('a sub-manager account stands for agency and advertiser', async () => {
    const advertiser = await stores.entities.find({
      space: 'legacy',
      kind: 'ADVERTISER',
      id: world.accounts[0].advertiserId,
    });
    const { agencyId: _1, advertiserId: _2, ...rest } = purchases;

    const { status } = await mark([{ ...rest, customerId: advertiser?.modern?.customerId }]);

    expect(status).toBe(200);
  });

  test('400 for a sub-manager account with the id of another advertiser', async () => {
    const advertiser = await stores.entities.find({
      space: 'legacy',
      kind: 'ADVERTISER',
      id: world.accounts[0].advertiserId,
    });

    const { status, body } = await mark<ErrorBody>([
      { ...purchases, customerId: advertiser?.modern?.customerId, advertiserId: world.accounts[2].advertiserId },
    ]);

    expect(status).toBe(400);
    expect(body.error.message).toContain("Field 'advertiserId' does not lead to");
  });

  test.each([
    ['ADS-27 an unknown activity', { segmentationName: 'Nothing' }, '0x0000010E'],
    ['no activity', { segmentationName: undefined }, 'segmentationId or segmentationName'],
    [
      'a moment more than a day ahead',
      { availabilityTimestamp: String(Date.now() + 2 * DAY_MS) },
      'availabilityTimestamp',
    ],
    ['another type', { segmentationType: 'OTHER' }, 'segmentationType'],
    ['no advertiser', { advertiserId: undefined }, 'advertiserId'],
    ['no moment', { availabilityTimestamp: undefined }, 'availabilityTimestamp'],
  ] as [string, AvailabilityFields, string][])('400 for %s, the others are kept', async (_, fields, named) => {
    marks += 1;
    const timestampMs = Date.now() - DAY_MS - marks;
    const good = { ...purchases, availabilityTimestamp: String(timestampMs) };
    const { status, body } = await mark<ErrorBody>([good, { ...purchases, ...fields }]);

    expect(await stores.availability.list(world.accounts[0].advertiserId)).toContainEqual(
      expect.objectContaining({ activityId: expect.stringMatching(/^2571/), timestampMs }),
    );
    expect(status).toBe(400);
    expect(body.error.errors).toHaveLength(1);
    expect(body.error.message).toContain(named);
    expect(body.error.message).toMatch(/ index=1\]$/);
  });

  test('400 for an empty list', async () => {
    const { status, body } = await mark<ErrorBody>([]);

    expect(status).toBe(400);
    expect(body.error.message).toBe('The request was not valid. Details: [Empty batch encountered.]');
  });

  test('400 0x0000011D without a right on the advertiser', async () => {
    const { body } = await mark<ErrorBody>([purchases], someone('stranger'));

    expect(body.error.message).toContain('0x0000011D');
  });
});
