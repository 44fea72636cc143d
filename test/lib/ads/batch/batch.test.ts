import { describe, expect, test } from '@jest/globals';
import {
  allOrError,
  tryEntry,
  entriesOf,
  MAX_BYTES,
  MAX_ENTRIES,
  mapSuccesses,
  readEntry,
  successes,
} from '#lib/ads/batch/batch';
import { findDistinct } from '#lib/ads/batch/find-distinct';
import { Fault } from '#lib/ads/model/fault';
import { ConversionResource } from '#lib/ads/resources/conversion';
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

describe('a batch that is refused as a whole', () => {
  const bytes = (length: number) => ({ conversion: ['x'.repeat(length - '{"conversion":[""]}'.length)] });

  test.each([
    [{}, 'Empty batch encountered.'],
    [{ conversion: null }, 'Empty batch encountered.'],
    [{ conversion: Array.from({ length: 2_001 }, () => 1) }, 'A request holds at most 2000 entries, not 2001.'],
    [bytes(MAX_BYTES + 1), 'A request holds at most 5000000 bytes.'],
  ])('is told why', (body, details) => {
    expect(thrownBy(() => entriesOf(body, 'conversion'))).toMatchObject({
      code: 400,
      reason: 'requestValidation',
      message: `The request was not valid. Details: [${details}]`,
    });
  });

  test('as many bytes as allowed are taken', () => {
    expect(entriesOf(bytes(MAX_BYTES), 'conversion')).toHaveLength(1);
  });
});

test.each([
  [null, 'An entry must be an object'],
  ['x', 'An entry must be an object'],
  [{ conversionId: {} }, 'conversionId'],
])('the entry %j is refused: %s', (entry, message) => {
  const error = thrownBy(() => readEntry(ConversionResource, entry));

  expect(error).toBeInstanceOf(Fault);
  expect(error).toMatchObject({ message: expect.stringContaining(message) });
});

describe('keys that are looked up together', () => {
  test('are asked for once each, and answered by value', async () => {
    const asked: unknown[] = [];
    const found = await findDistinct([{ id: 'a' }, { id: 'b' }, { id: 'a' }], (keys) => {
      asked.push(keys);
      return Promise.resolve(keys.map(({ id }) => (id === 'b' ? undefined : `value of ${id}`)));
    });

    expect(asked).toEqual([[{ id: 'a' }, { id: 'b' }]]);
    expect([found({ id: 'a' }), found({ id: 'b' }), found({ id: 'c' })]).toEqual(['value of a', undefined, undefined]);
  });

  test('none are not asked for', async () => {
    const found = await findDistinct<string, string>([], () => Promise.reject(new Error('nothing to look up')));

    expect(found('a')).toBeUndefined();
  });
});

describe('outcomes', () => {
  test('all good ones are the answer', () => {
    expect(allOrError([1, 2], () => '')).toEqual([1, 2]);
    expect(successes([1, new Fault('no'), 2])).toEqual([1, 2]);
  });

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
