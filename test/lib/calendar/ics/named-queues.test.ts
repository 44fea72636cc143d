import { expect, test } from '@jest/globals';
import { NamedQueues } from '#lib/calendar/ics/named-queues';

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

test('so much at a time, and one after another what has the same name', async () => {
  const work = new NamedQueues(3);
  const log: string[] = [];
  let [now, most] = [0, 0];
  for (const [name, turns] of [
    ['a', 5],
    ['b', 1],
    ['a', 1],
    ['c', 1],
    ['a', 2],
    ['d', 1],
  ] as const) {
    await work.begin(name, async () => {
      now += 1;
      most = Math.max(most, now);
      for (let count = 0; count < turns; count += 1) await turn();
      log.push(`${name}${String(turns)}`);
      now -= 1;
    });
  }
  await work.end();

  expect(log.filter((entry) => entry.startsWith('a'))).toEqual(['a5', 'a1', 'a2']);
  expect(log).toHaveLength(6);
  expect(most).toBe(2);
});

test('what goes wrong is thrown once there is room, and nothing new begins', async () => {
  const work = new NamedQueues(2);
  await work.begin('a', () => Promise.reject(new Error('first')));
  await expect(work.begin('b', turn)).rejects.toThrow('first');
  await expect(work.end()).rejects.toThrow('first');
});
