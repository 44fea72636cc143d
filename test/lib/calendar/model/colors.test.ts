import { describe, expect, test } from '@jest/globals';
import { nearestCalendarColor } from '#lib/calendar/model/colors';

describe('the nearest colour of the palette', () => {
  test.each([
    ['#ac725e', '1'],
    ['#A47AE2', '24'],
    ['#c2c2c3', '19'],
    ['#000000', '8'],
    ['#ffffff', '14'],
    ['#ff0000', '3'],
  ])('%s is %s', (color, id) => {
    expect(nearestCalendarColor(color)).toBe(id);
  });
});
