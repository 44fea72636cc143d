import { describe, expect, test } from '@jest/globals';
import { civilDate, DAY, dayNumber, formatWall, readWall } from '#lib/calendar/time/civil';

describe('wall times as text', () => {
  test.each([
    ['1970-01-01T00:00:00', 0],
    ['2024-02-29T23:59:59', Date.UTC(2024, 1, 29, 23, 59, 59)],
    ['2100-03-01T00:00:00', Date.UTC(2100, 2, 1)],
    ['1969-12-31T23:59:59', -1000],
    ['9999-12-30T12:34:56', Date.UTC(9999, 11, 30, 12, 34, 56)],
    ['0001-01-02T03:04:05', Date.parse('0001-01-02T03:04:05Z')],
  ])('%s', (text, wall) => {
    expect(formatWall(wall)).toBe(text);
    expect(readWall(text)).toBe(wall);
    expect(readWall(`${text}Z`)).toBe(wall);
  });
});

test('days are those of a Date, over the 400 years in which the calendar repeats and at both of its ends', () => {
  const differs = (number: number): boolean => {
    const { year, month, day } = civilDate(number);
    const date = new Date(number * DAY);
    return (
      year !== date.getUTCFullYear() ||
      month !== date.getUTCMonth() + 1 ||
      day !== date.getUTCDate() ||
      dayNumber(year, month, day) !== number
    );
  };
  const span = (from: number, length: number): number[] => Array.from({ length }, (_, index) => from + index);
  const numbers = [
    ...span(dayNumber(1800, 1, 1), 146_097),
    ...span(dayNumber(1, 1, 1), 1_500),
    ...span(dayNumber(9998, 1, 1), 730),
  ];

  expect(numbers.filter(differs)).toEqual([]);
});
