import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { quickAdd } from '#lib/calendar/events/quick-add/quick-add';
import { MONDAY_MORNING, inOneLine } from '#test/support/calendar/quick-add';
import { NODE_COMPILE_CACHE } from '#test/support/stack/run-program';

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
  /** Each with the minutes that UTC is ahead of it in winter. */
  const zones = [
    ['America/St_Johns', 210],
    ['Africa/Cairo', -120],
    ['Asia/Kathmandu', -345],
    ['UTC', 0],
  ] as const;
  const program = `
    import { quickAdd } from '#lib/calendar/events/quick-add/quick-add';
    const cases = ${JSON.stringify(cases.map(([text, now]) => [text, at(now)]))};
    const draftsIn = ([zone]) => {
      process.env.TZ = zone;
      const behindMinutes = new Date('2026-01-05').getTimezoneOffset();
      return { behindMinutes, drafts: cases.map(([text, options]) => quickAdd(text, options)) };
    };
    console.log(JSON.stringify(${JSON.stringify(zones)}.map(draftsIn)));`;
  let machines: readonly { readonly behindMinutes: number; readonly drafts: readonly ReturnType<typeof quickAdd>[] }[];

  // One machine that is moved from zone to zone, and begins in the first.
  beforeAll(() => {
    const output = execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', program], {
      cwd: ROOT,
      env: { TZ: zones[0][0], NODE_COMPILE_CACHE },
      encoding: 'utf8',
    });
    machines = JSON.parse(output) as typeof machines;
  });

  test.each(zones.map(([zone, behind], index) => [zone, behind, index] as const))('%s', (_zone, behind, index) => {
    const { behindMinutes, drafts = [] } = machines[index] ?? {};

    expect(behindMinutes).toBe(behind);
    expect(drafts.map(inOneLine)).toEqual([
      'Tea | 2026-03-08T04:43+60',
      'Tea | 2026-04-24T00:49+60',
      'Tea | 2026-04-25+1d',
      'Tea | 2026-03-08T12:00+60',
      'Tea | 2026-04-24+1d',
    ]);
  });
});
