import { describe, expect, test } from '@jest/globals';
import { allOrError, tryEntry, entriesOf, MAX_ENTRIES, mapSuccesses } from '#lib/ads/batch/batch';
import { Fault } from '#lib/ads/model/fault';
import { ApiError } from '#lib/api/errors';
import { thrownBy } from '#test/support/thrown';

describe('entriesOf', () => {
  test.each([
    ['as many as allowed', MAX_ENTRIES, true],
    ['one more', MAX_ENTRIES + 1, false],
    ['none', 0, false],
  ])('%s', (_, length, isAccepted) => {
    const read = () => entriesOf({ conversion: Array.from({ length }, () => ({})) }, 'conversion');

    if (isAccepted) expect(read()).toHaveLength(length);
    else expect(read).toThrow(ApiError);
  });

  test('what is no list is refused', () => {
    expect(() => entriesOf({ conversion: { conversionId: 'x' } }, 'conversion')).toThrow(
      "'conversion' must be a list.",
    );
  });
});

describe('outcomes', () => {
  const double = (value: number): number => {
    if (value === 3) throw new Fault('three is not liked');
    return value * 2;
  };

  test('a fault stays with its entry and the others go on', () => {
    const outcomes = mapSuccesses(
      [1, 3, 5].map((value) => tryEntry(() => double(value))),
      (value) => value + 1,
    );

    expect(outcomes).toEqual([3, new Fault('three is not liked'), 11]);
  });

  test('any other error is not swallowed', () => {
    expect(() =>
      tryEntry(() => {
        throw new TypeError('a mistake of ours');
      }),
    ).toThrow(TypeError);
  });

  test('every failed entry becomes one error with its place', () => {
    const outcomes = [1, 3, 5, 3].map((value) => tryEntry(() => double(value)));

    expect(thrownBy(() => allOrError(outcomes, (index) => ` conversionId=c${String(index)}`))).toMatchObject({
      code: 400,
      entries: [
        {
          domain: 'global',
          reason: 'requestValidation',
          message: 'The request was not valid. Details: [three is not liked index=1 conversionId=c1]',
        },
        {
          domain: 'global',
          reason: 'requestValidation',
          message: 'The request was not valid. Details: [three is not liked index=3 conversionId=c3]',
        },
      ],
    });
  });
});
