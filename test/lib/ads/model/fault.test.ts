import { expect, test } from '@jest/globals';
import * as faults from '#lib/ads/model/fault';

test.each([
  [faults.clickNotFound('c1'), "Click ID 'c1' is not found (0x00000101)"],
  [faults.activityNotFound('ID', '7'), "Floodlight activity ID '7' is not found (0x0000010E)"],
  [faults.dimensionNotFound('colour'), "Custom dimension 'colour' is not found (0x00000115)"],
  [faults.metricNotFound('sales'), "Custom metric 'sales' is not found (0x00000116)"],
  [
    faults.alreadyStored('99'),
    'The advertiser conversion ID is already specified for a conversion with Search Ads 360 ' +
      'conversion ID 99 (0x0000011A)',
  ],
  [faults.conversionNotFound('a'), "Advertiser conversion ID 'a' is not found (0x0000011B)"],
  [faults.noRight('2'), 'User does not have permission to view advertiser 2 (0x0000011D)'],
  [faults.noRight('2', 'change'), 'User does not have permission to change advertiser 2 (0x0000011D)'],
  [faults.repeatedId(), 'Advertiser conversion ID is already specified in the request (0x0000011F)'],
  [faults.missingField('type'), "Field 'type' is required"],
  [faults.wrongValue('type', 'x', 'ACTION'), "Field 'type' has the value 'x' but takes ACTION"],
  [faults.fixedField('type'), "Field 'type' cannot be changed; remove the conversion and insert another"],
])('scripts match %s', (fault, message) => {
  expect(fault).toBeInstanceOf(faults.Fault);
  expect(fault.message).toBe(message);
});

test('a message shows 512 characters of a value, and no half of one', () => {
  expect(faults.shown('x'.repeat(512))).toBe('x'.repeat(512));
  expect(faults.shown('x'.repeat(513))).toBe(`${'x'.repeat(512)}...`);
  expect(faults.shown(`${'x'.repeat(511)}🥾`)).toBe(`${'x'.repeat(511)}\uFFFD...`);
});
