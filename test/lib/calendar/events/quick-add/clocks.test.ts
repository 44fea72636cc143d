import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { quickAdd } from '#lib/calendar/events/quick-add/quick-add';
import { MONDAY_MORNING, inOneLine } from '#test/support/calendar/quick-add';

const ROOT = join(import.meta.dirname, '../../../../..');
const at = (now: string, timeZone = 'Europe/Zurich') => ({ ...MONDAY_MORNING, now: Date.parse(now), timeZone });

test.each([
  ['Dinner June 3rd 7pm', 'Dinner | 2026-06-03T19:00+60'],
  ['Anniversary June 3', 'Anniversary | 2026-06-03+1d'],
  ['Fair June 3-5', 'Fair | 2026-06-03+3d'],
  ['Dinner June 2nd 7pm', 'Dinner | 2027-06-02T19:00+60'],
])('the date of today is today, also in the afternoon: %s', (text, expected) => {
  expect(inOneLine(quickAdd(text, at('2026-06-03T13:10:00+02:00')))).toBe(expected);
});

test.each([
  ['2026-03-28T20:00:00+01:00', '2026-03-29T17:00'],
  ['2026-10-24T20:00:00+02:00', '2026-10-25T15:00'],
])('twenty hours are twenty hours, whatever clocks do in the night: from %s', (now, expected) => {
  expect(inOneLine(quickAdd('Tea in 20 hours', at(now)))).toBe(`Tea | ${expected}+60`);
});

describe('the time zone of the machine does not matter', () => {
  // In the nights in which these machines change their clocks, and on the days after.
  const cases = [
    ['Tea in 2 hours', '2026-03-08T01:43:00Z'],
    ['Tea in 90 minutes', '2026-04-23T21:19:00Z'],
    ['Tea in 3 days', '2026-04-21T22:30:00Z'],
    ['Tea March 8 at noon', '2026-03-08T12:19:00Z'],
    ['Tea April 24', '2026-04-23T23:30:00Z'],
  ] as const;
  const program = `
    import { quickAdd } from '#lib/calendar/events/quick-add/quick-add';
    const drafts = ${JSON.stringify(cases.map(([text, now]) => [text, at(now)]))}.map(([text, options]) => quickAdd(text, options));
    console.log(JSON.stringify(drafts));`;

  test.each(['America/St_Johns', 'Africa/Cairo', 'Asia/Kathmandu', 'UTC'])('%s', (TZ) => {
    const output = execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', program], {
      cwd: ROOT,
      env: { TZ },
      encoding: 'utf8',
    });

    expect((JSON.parse(output) as ReturnType<typeof quickAdd>[]).map(inOneLine)).toEqual([
      'Tea | 2026-03-08T04:43+60',
      'Tea | 2026-04-24T00:49+60',
      'Tea | 2026-04-25+1d',
      'Tea | 2026-03-08T12:00+60',
      'Tea | 2026-04-24+1d',
    ]);
  });
});
