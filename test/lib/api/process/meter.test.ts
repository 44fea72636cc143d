import { describe, expect, test } from '@jest/globals';
import { currentMeter, Meter, watchMeters, withMeter, withoutMeter } from '#lib/api/process/meter';

/** A meter with calls from one moment to another. */
function meterOf(...times: readonly (readonly [startedAt: number, endedAt: number, capacity?: number])[]): Meter {
  const meter = new Meter();
  meter.calls.push(
    ...times.map(([startedAt, endedAt, capacity = 0]) => ({ name: 'Get', startedAt, endedAt, capacity })),
  );
  return meter;
}

describe('calls that wait for one another', () => {
  test.each([
    ['none', [], 0],
    ['one', [[0, 5]], 1],
    [
      'two at once',
      [
        [0, 5],
        [1, 4],
      ],
      1,
    ],
    [
      'two, the second as soon as the first has ended',
      [
        [0, 5],
        [5, 9],
      ],
      2,
    ],
    [
      'two that began in the other order than they are noted',
      [
        [5, 9],
        [0, 5],
      ],
      2,
    ],
    [
      'three, beside a long one that began with the first',
      [
        [0, 20],
        [0, 5],
        [6, 10],
        [11, 15],
      ],
      3,
    ],
    [
      'three, of which the first and the last overlap a long one',
      [
        [0, 2],
        [1, 8],
        [3, 4],
        [7, 9],
      ],
      3,
    ],
  ] as const)('%s', (_what, times, expected) => {
    expect(meterOf(...times).roundTrips).toBe(expected);
  });
});

describe('the time during which the database was asked', () => {
  test.each([
    ['nothing was asked', [], 0],
    [
      'calls one after another, with a pause',
      [
        [10, 15],
        [20, 22],
      ],
      7,
    ],
    [
      'calls at once count once',
      [
        [10, 15],
        [12, 18],
      ],
      8,
    ],
    [
      'a call within a longer one',
      [
        [10, 30],
        [12, 18],
        [25, 35],
      ],
      25,
    ],
    [
      'calls that are noted in another order',
      [
        [20, 22],
        [10, 15],
      ],
      7,
    ],
  ] as const)('%s', (_what, times, expected) => {
    expect(meterOf(...times).busyMs).toBe(expected);
  });
});

test('the capacity of all calls', () => {
  expect(meterOf([0, 1, 0.5], [0, 1, 2]).capacity).toBe(2.5);
});

describe('whose calls they are', () => {
  test('those of the request, also after a wait; of nobody outside', async () => {
    const meter = new Meter('request-1');
    const seen = await withMeter(meter, async () => {
      await Promise.resolve();
      return currentMeter();
    });

    expect(seen).toBe(meter);
    expect(currentMeter()).toBeUndefined();
  });

  test('of the process, for what it keeps', async () => {
    const seen = await withMeter(new Meter(), () => Promise.resolve(withoutMeter(() => currentMeter())));

    expect(seen).toBeUndefined();
  });

  test('everybody who watches sees each meter', async () => {
    const [outer, inner]: [Meter[], Meter[]] = [[], []];
    const [first, second] = [new Meter(), new Meter()];
    const work = async (): Promise<void> => {
      await withMeter(first, () => Promise.resolve());
      await watchMeters(
        (meter) => inner.push(meter),
        () => withMeter(second, () => Promise.resolve()),
      );
    };
    await watchMeters((meter) => outer.push(meter), work);

    expect(outer).toEqual([first, second]);
    expect(inner).toEqual([second]);
  });
});
