import { beforeEach, describe, expect, test } from '@jest/globals';
import { asAccount } from '#lib/upstream/credentials/authorize';

describe('a service account', () => {
  const calls: unknown[] = [];
  const tokens = {
    tokenFor(subject: string | undefined, scopes: readonly string[]) {
      calls.push([subject, scopes]);
      return Promise.resolve('its-token');
    },
    forget: (token: string) => void calls.push(token),
  };
  beforeEach(() => {
    calls.length = 0;
  });
  const user = { kind: 'user', email: 'alice@example.com', scopes: ['a'], clientId: undefined } as const;
  const request = { token: 'theirs', apiKey: undefined };

  test.each(['caller', 'itself'] as const)('does not speak for who has no name (%s)', async (speaksFor) => {
    const { headers } = await asAccount(
      tokens,
      speaksFor,
    )({ ...request, caller: { kind: 'anonymous', email: undefined, scopes: [], clientId: undefined } });

    expect([headers, calls]).toEqual([{}, []]);
  });

  test.each([
    ['caller', 'alice@example.com'],
    ['itself', undefined],
  ] as const)('speaks for others (%s)', async (speaksFor, subject) => {
    const { headers, refused } = await asAccount(tokens, speaksFor)({ ...request, caller: user });

    expect([headers, calls]).toEqual([{ authorization: 'Bearer its-token' }, [[subject, ['a']]]]);
    expect(() => {
      refused();
    }).toThrow('the token of the service account was refused');
    expect(calls.at(-1)).toBe('its-token');
  });
});
