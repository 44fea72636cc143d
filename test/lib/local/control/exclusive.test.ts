import { describe, expect, test } from '@jest/globals';
import { exclusive } from '#lib/local/control/exclusive';

/** Work that ends when it is told to. */
function work(done: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return {
    end: () => {
      resolve(undefined);
    },
    run: async () => {
      done.push(`${name} begins`);
      await promise;
      done.push(`${name} ends`);
    },
  };
}

describe('requests and what works alone', () => {
  test('requests run side by side', async () => {
    const { pass } = exclusive();
    const done: string[] = [];
    const [first, second] = [work(done, 'first'), work(done, 'second')];
    const both = [pass(first.run), pass(second.run)];

    second.end();
    await both[1];
    first.end();
    await both[0];

    expect(done).toEqual(['first begins', 'second begins', 'second ends', 'first ends']);
  });

  test('what works alone waits for requests, and later requests for it', async () => {
    const { pass, alone } = exclusive();
    const done: string[] = [];
    const [request, reset, later] = [work(done, 'request'), work(done, 'reset'), work(done, 'later')];
    const all = [pass(request.run), alone(reset.run), pass(later.run)];
    for (const one of [later, reset, request]) one.end();
    await Promise.all(all);

    expect(done).toEqual([
      'request begins',
      'request ends',
      'reset begins',
      'reset ends',
      'later begins',
      'later ends',
    ]);
  });

  test('a failure ends its turn all the same', async () => {
    const { pass, alone } = exclusive();

    await expect(alone(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(pass(() => Promise.reject(new Error('nor this')))).rejects.toThrow('nor this');

    expect(await alone(() => Promise.resolve('alone'))).toBe('alone');
    expect(await pass(() => Promise.resolve('passed'))).toBe('passed');
  });
});
