import { beforeEach, describe, expect, test } from '@jest/globals';
import type { UpstreamRequest } from '#lib/upstream/client/client';
import { tokenInfo } from '#lib/upstream/credentials/token-info';

const START_MS = Date.parse('2026-04-01T00:00:00Z');
const HERE = '192.0.2.1';
const SOUND = {
  email: 'Alice@Example.com',
  email_verified: 'true',
  sub: '100000000000000000001',
  scope: 'a  b',
  exp: String(START_MS / 1000 + 3600),
  azp: 'tea',
  aud: 'party',
};

let asked: UpstreamRequest[] = [];
let nowMs = START_MS;
let status = 200;
let answer: unknown = SOUND;
beforeEach(() => {
  [asked, nowMs, status, answer] = [[], START_MS, 200, SOUND];
});

const newTokens = () =>
  tokenInfo(
    {
      send(request) {
        asked.push(request);
        const body = Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer));
        return Promise.resolve({ status, headers: {}, body });
      },
    },
    'tokeninfo',
    { now: () => new Date(nowMs) },
  );

const without = (...names: readonly string[]): object =>
  Object.fromEntries(Object.entries(SOUND).filter(([name]) => !names.includes(name)));

describe('whose a token is', () => {
  test('is asked in the body, which no log has', async () => {
    await newTokens().userOf('secret', HERE);

    expect(asked).toEqual([
      {
        method: 'POST',
        path: 'tokeninfo',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'access_token=secret',
      },
    ]);
  });

  test.each<[string, object, string, string | undefined]>([
    ['the address that was verified', SOUND, 'alice@example.com', 'tea'],
    ['the subject, where the address was not', { ...SOUND, email_verified: 'false' }, SOUND.sub, 'tea'],
    ['the subject, where there is no address', without('email'), SOUND.sub, 'tea'],
    ['of whom it was made for', without('azp'), 'alice@example.com', 'party'],
  ])('is %s', async (_what, told, email, clientId) => {
    answer = told;

    expect(await newTokens().userOf('secret', HERE)).toEqual({ kind: 'user', email, scopes: ['a', 'b'], clientId });
  });

  test.each<[string, unknown]>([
    ['nobody is named', without('email', 'sub')],
    ['an empty name', { ...SOUND, email: '', sub: '' }],
    ['an address alone, which was not verified', without('sub', 'email_verified')],
    ['no end', without('exp')],
    ['an end that is none', { ...SOUND, exp: 'soon' }],
    ['an end that has passed', { ...SOUND, exp: String(START_MS / 1000) }],
  ])('is unknown where the upstream tells %s', async (_what, told) => {
    answer = told;

    expect(await newTokens().userOf('secret', HERE)).toBeUndefined();
  });

  test.each([400, 401])('is unknown where it answers %i', async (refused) => {
    status = refused;

    expect(await newTokens().userOf('secret', HERE)).toBeUndefined();
  });

  test.each<[string, number, unknown, string]>([
    ['another status', 500, {}, 'tokeninfo answered 500'],
    ['no JSON', 200, 'oops', 'tokeninfo answered no JSON'],
  ])('is no refusal where it answers %s', async (_what, answered, body, message) => {
    [status, answer] = [answered, body];

    await expect(newTokens().userOf('secret', HERE)).rejects.toThrow(message);
  });
});

describe('an answer is remembered', () => {
  test('for a minute, and until it is forgotten', async () => {
    const tokens = newTokens();
    await tokens.userOf('secret', HERE);
    nowMs += 59_000;
    await tokens.userOf('secret', HERE);
    expect(asked).toHaveLength(1);

    nowMs += 2_000;
    await tokens.userOf('secret', HERE);
    expect(asked).toHaveLength(2);

    tokens.forget('secret');
    await tokens.userOf('secret', HERE);
    expect(asked).toHaveLength(3);
  });

  test('no longer than the token is good', async () => {
    answer = { ...SOUND, exp: String(START_MS / 1000 + 10) };
    const tokens = newTokens();
    await tokens.userOf('secret', HERE);
    nowMs += 11_000;

    expect(await tokens.userOf('secret', HERE)).toBeUndefined();
    expect(asked).toHaveLength(2);
  });

  test('as a refusal of the address that tries many: the upstream is spared, others are not', async () => {
    const tokens = newTokens();
    await tokens.userOf('good', HERE);
    status = 401;
    for (let tried = 0; tried < 60; tried += 1)
      expect(await tokens.userOf(`guess-${String(tried)}`, HERE)).toBeUndefined();

    await expect(tokens.userOf('guess', HERE)).rejects.toMatchObject({
      code: 429,
      options: { headers: { 'retry-after': '60' } },
    });
    expect(asked).toHaveLength(61);
    expect(await tokens.userOf('good', HERE)).toMatchObject({ email: 'alice@example.com' });
    expect(await tokens.userOf('guess', '192.0.2.2')).toBeUndefined();
    nowMs += 61_000;
    expect(await tokens.userOf('guess', HERE)).toBeUndefined();
  });
});
