import { describe, expect, test } from '@jest/globals';
import { startInstance, TestClock } from '#test/support/calendar/calendar';
import { newCalendarTable } from '#test/support/calendar/calendar-table';
import { openHanding } from '#test/support/calendar/guests';
import { runModel } from '#test/tools/model/run-model';
import { casesToPlay } from '#test/tools/shared/random-cases';

const SEED = 1;
const RUNS = casesToPlay(9);

describe('random operations by three people', () => {
  test(`show what a plain model shows (seed ${String(SEED)})`, async () => {
    const clock = new TestClock();
    const table = await newCalendarTable();
    const ask = startInstance(undefined, clock, {}, table.name);
    const { settle, stop } = openHanding(table, clock);

    const { fault, operations } = await runModel({
      ask: (as, method, path, body) => ask(method, path, { as, ...(body !== undefined && { body }) }),
      clock,
      settle,
      seed: SEED,
      runs: RUNS,
      length: 100,
    });
    await stop();

    expect(fault).toBeUndefined();
    expect(operations).toBeGreaterThanOrEqual(RUNS * 33);
  });
});
