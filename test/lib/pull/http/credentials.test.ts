/** Tokens from a credentials file. What token endpoints answer is made up: they must fail on demand. */
import { describe, expect, test } from '@jest/globals';
import { tokensFrom, UnusableCredentials } from '#lib/pull/http/credentials';

const USER = { type: 'authorized_user', client_id: 'a', client_secret: 'secret', refresh_token: 'b' };

function tokensOf(answers: readonly (readonly [status: number, text: string])[]) {
  const asked: string[] = [];
  let nowMs = 0;
  const tokens = tokensFrom({
    text: JSON.stringify(USER),
    scopes: [],
    clientTo: (rootUrl) => ({
      send({ path }) {
        const [status, text] = answers[asked.push(rootUrl + path) - 1] ?? [500, ''];
        return Promise.resolve({ status, headers: {}, body: Buffer.from(text) });
      },
    }),
    clock: { now: () => new Date(nowMs) },
  })('ann@example.com');
  return { tokens, asked, pass: (ms: number) => void (nowMs += ms) };
}

const given = (token: string): readonly [number, string] => [
  200,
  JSON.stringify({ access_token: token, expires_in: 3600 }),
];

describe('an authorized user', () => {
  test('gets a token from Google, again before it ends, and after it was refused', async () => {
    const { tokens, asked, pass } = tokensOf([given('one'), given('two'), given('three')]);
    expect(await Promise.all([tokens.token(), tokens.token()])).toEqual(['one', 'one']);
    pass(3_541_000);
    expect(await tokens.token()).toBe('two');
    tokens.forget('two');
    expect(await tokens.token()).toBe('three');
    expect(asked).toEqual(Array.from({ length: 3 }, () => 'https://oauth2.googleapis.com/token'));
  });

  test.each([
    [400, '{"error":"invalid_grant"}', 'The credentials bring no token: invalid_grant.'],
    [502, '<h1>Bad Gateway</h1>', 'The credentials bring no token: 502.'],
    [200, '[]', 'The credentials bring no token: 200.'],
  ])('is told why there is none (%s, %s), and may ask again', async (status, text, message) => {
    const { tokens } = tokensOf([[status, text], given('one')]);
    await expect(tokens.token()).rejects.toThrow(message);
    expect(await tokens.token()).toBe('one');
  });
});

test.each(['', '{}', '{"type":"authorized_user","client_id":"a"}'])('credentials such as %s are refused', (text) => {
  const clientTo = () => ({ send: () => Promise.reject(new Error('nobody is asked')) });
  expect(() => tokensFrom({ text, scopes: [], clientTo, clock: { now: () => new Date() } })).toThrow(
    UnusableCredentials,
  );
});
