import { describe, expect, test } from '@jest/globals';
import { config } from '#lib/runtime/process/config';
import { startInstance, TestClock } from '#test/support/calendar/calendar';
import { runModel } from '#test/tools/model/run-model';

const SEED = 1;

describe('random operations by three people', () => {
  test(`show what a plain model shows (seed ${String(SEED)})`, async () => {
    const clock = new TestClock();
    const ask = startInstance(undefined, clock, {}, config.calendarTable);

    const { fault, operations } = await runModel({
      ask: (as, method, path, body) => ask(method, path, { as, ...(body !== undefined && { body }) }),
      clock,
      seed: SEED,
      runs: 10,
      length: 100,
    });

    expect(fault).toBeUndefined();
    expect(operations).toBeGreaterThanOrEqual(300);
  });
});
