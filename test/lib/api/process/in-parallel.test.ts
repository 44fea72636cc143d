import { setImmediate as aMoment } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { inParallel } from '#lib/api/process/in-parallel';

describe('tasks in parallel', () => {
  test('are as many at once as is allowed, and answer in order', async () => {
    let underWay = 0;
    let most = 0;

    const doubled = await inParallel([1, 2, 3, 4, 5], 2, async (value) => {
      underWay += 1;
      most = Math.max(most, underWay);
      for (let moments = value; moments < 6; moments += 1) await aMoment();
      underWay -= 1;
      return value * 2;
    });

    expect(doubled).toEqual([2, 4, 6, 8, 10]);
    expect(most).toBe(2);
  });

  test('after a failure none is started, and those under way have ended when it is thrown', async () => {
    const ended: string[] = [];

    const running = inParallel(['slow', 'failing', 'next'], 2, async (name) => {
      await aMoment();
      if (name === 'failing') throw new Error('no');
      await aMoment();
      await aMoment();
      ended.push(name);
    });

    await expect(running).rejects.toThrow('no');
    expect(ended).toEqual(['slow']);
  });

  test('a failure that is no error is thrown as it is', async () => {
    await expect(inParallel([1], 1, () => Promise.reject(undefined as unknown as Error))).rejects.toBeUndefined();
  });
});
