import { describe, expect, test } from '@jest/globals';
import { periodOf } from '#lib/local/lambda/schedules';

describe('the period of a schedule', () => {
  test.each([
    ['rate(1 minute)', 60_000],
    ['rate(5 minutes)', 300_000],
    ['rate(2 hours)', 7_200_000],
    ['rate(1 day)', 86_400_000],
  ])('%s is %i ms', (schedule, ms) => {
    expect(periodOf(schedule)).toBe(ms);
  });

  test.each(['cron(0 12 * * ? *)', 'rate(0 minutes)', 'rate(1 fortnight)'])('%s is refused', (schedule) => {
    expect(() => periodOf(schedule)).toThrow(schedule);
  });
});
