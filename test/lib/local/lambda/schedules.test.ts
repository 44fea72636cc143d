import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { periodOf, startSchedules } from '#lib/local/lambda/schedules';
import { newFolder } from '#test/support/run/folders/new-folder';

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

describe('functions on a schedule', () => {
  test('run at once when they are told to, and never twice at the same time', async () => {
    const folder = newFolder();
    const file = join(folder, 'counts.mjs');
    writeFileSync(
      file,
      `export const runs = { now: 0, most: 0, all: 0 };
      export async function handler() {
        runs.now += 1;
        runs.all += 1;
        runs.most = Math.max(runs.most, runs.now);
        await new Promise((resolve) => setImmediate(resolve));
        runs.now -= 1;
      }`,
    );
    const schedules = startSchedules([{ name: 'counts', file, schedules: ['rate(1 day)'] }]);

    await Promise.all([schedules.runNow(), schedules.runNow()]);
    await schedules.stop();

    const { runs } = (await import(pathToFileURL(file).href)) as { runs: object };
    expect(runs).toEqual({ now: 0, most: 1, all: 2 });
  });
});
