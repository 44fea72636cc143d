import { describe, expect, test } from '@jest/globals';
import {
  advertiserRef,
  markOf,
  readAvailability,
  requireAdvertiser,
  type AvailabilityFields,
} from '#lib/ads/conversions/availability';
import type { Entity } from '#lib/ads/model/entity';
import type { Grant } from '#lib/ads/model/grant';

const NOW = Date.UTC(2026, 2, 14);
const DAY_MS = 86_400_000;
const MARK = { agencyId: '1', advertiserId: '2', segmentationId: '7', availabilityTimestamp: String(NOW) };
const WRITER: Grant[] = [{ subject: 'ann@example.com', agencyId: '1', role: 'WRITE' }];
const ADVERTISER: Entity = {
  level: 'ADVERTISER',
  legacy: { agencyId: '1', advertiserId: '2' },
  modern: { customerId: '1231230001' },
  name: 'Shoes',
  status: 'Active',
  networkTimeZone: 'UTC',
};

/** As it travels: what is undefined is not there. */
const read = (fields: object) => readAvailability(JSON.parse(JSON.stringify({ ...MARK, ...fields })), NOW);

describe('an entry', () => {
  test('is of Floodlight where it does not say', () => {
    expect(read({})).toEqual({ ...MARK, segmentationType: 'FLOODLIGHT' });
  });

  test.each([
    ['a customer in place of agency and advertiser', { agencyId: undefined, advertiserId: undefined, customerId: '1' }],
    ['a name in place of an id', { segmentationId: undefined, segmentationName: 'Signup' }],
    ['the type', { segmentationType: 'FLOODLIGHT' }],
    ['the first moment', { availabilityTimestamp: '0' }],
    ['a day ahead', { availabilityTimestamp: String(NOW + DAY_MS) }],
  ])('may have %s', (_, fields) => {
    expect(read(fields)).toMatchObject({ segmentationType: 'FLOODLIGHT' });
  });

  test.each([
    [{ agencyId: undefined }, "Field 'agencyId' is required"],
    [{ advertiserId: undefined }, "Field 'advertiserId' is required"],
    [{ segmentationId: undefined }, "Field 'segmentationId or segmentationName' is required"],
    [{ availabilityTimestamp: undefined }, "Field 'availabilityTimestamp' is required"],
    [{ segmentationType: 'OTHER' }, "Field 'segmentationType' has the value 'OTHER' but takes FLOODLIGHT"],
    [
      { availabilityTimestamp: '-1' },
      "Field 'availabilityTimestamp' has the value '-1' but takes milliseconds since 1970, at most a day ahead",
    ],
    [{ availabilityTimestamp: String(NOW + DAY_MS + 1) }, 'at most a day ahead'],
  ])('%j: %s', (fields, message) => {
    expect(() => read(fields)).toThrow(message);
  });
});

test('the advertiser is looked up by its own id, or by the digits of its customer', () => {
  expect(advertiserRef(MARK)).toEqual({ space: 'legacy', kind: 'ADVERTISER', id: '2' });
  expect(advertiserRef({ customerId: '123-123-0001' })).toEqual({
    space: 'new',
    kind: 'ADVERTISER',
    customerId: '1231230001',
  });
});

describe('the advertiser of an entry', () => {
  test.each<[string, AvailabilityFields]>([
    ['by its ids', MARK],
    ['by its customer', { customerId: '123-123-0001' }],
    ['by its customer and the right ids', { customerId: '123-123-0001', agencyId: '1', advertiserId: '2' }],
  ])('%s', (_, fields) => {
    expect(requireAdvertiser(fields, ADVERTISER, WRITER)).toBe('2');
  });

  test.each<[string, AvailabilityFields, Entity | undefined, Grant[], string]>([
    ['nothing granted', MARK, ADVERTISER, [], 'permission to view advertiser 2'],
    ['nothing granted, and none there', MARK, undefined, [], 'permission to view advertiser 2'],
    ['a reader', MARK, ADVERTISER, [{ ...(WRITER[0] as Grant), role: 'READ' }], 'permission to change advertiser 2'],
    ['none there', MARK, undefined, WRITER, "Advertiser '2' is not found"],
    ['no such customer', { customerId: '9-9' }, undefined, WRITER, "Advertiser '9-9' is not found"],
    [
      'a customer of an agency',
      { customerId: '9' },
      { ...ADVERTISER, legacy: { agencyId: '1' } },
      WRITER,
      "Advertiser '9' is not found",
    ],
    ["somebody else's customer", { customerId: '1231230001' }, ADVERTISER, [], 'permission to view advertiser 2'],
    [
      'another agency beside the customer',
      { customerId: '1231230001', agencyId: '9' },
      ADVERTISER,
      WRITER,
      "Field 'agencyId' does not lead to advertiser ID '2'",
    ],
    [
      'another advertiser beside the customer',
      { customerId: '1231230001', advertiserId: '9' },
      ADVERTISER,
      WRITER,
      "Field 'advertiserId' does not lead to advertiser ID '2'",
    ],
  ])('%s', (_, fields, advertiser, grants, message) => {
    expect(() => requireAdvertiser(fields, advertiser, grants)).toThrow(message);
  });
});

test('a mark has its moments, and the answer has id and name of the activity', () => {
  const activity = { advertiserId: '2', activityId: '7', activityName: 'Signup', conversionType: 'ACTION' } as const;
  const setup = { activities: [{ ...activity, groupId: '1', groupName: 'Leads' }], variables: [] };
  const fields = { ...MARK, availabilityTimestamp: String(NOW - 5) };

  expect(markOf(fields, '2', setup, NOW)).toEqual({
    mark: { advertiserId: '2', activityId: '7', timestampMs: NOW - 5, markedMs: NOW },
    answer: { ...fields, segmentationId: '7', segmentationName: 'Signup' },
  });
});
