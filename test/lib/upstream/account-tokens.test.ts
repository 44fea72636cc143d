import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import type { UpstreamRequest } from '#lib/upstream/client/client';
import { readAccountKey, serviceAccountTokens } from '#lib/upstream/credentials/service-account';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEY = JSON.stringify({
  client_email: 'robot@example.com',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  token_uri: 'https://id.example.com/o/token',
});

let asked: UpstreamRequest[] = [];
let nowMs = 0;
let status = 200;
/** In place of a token. */
let text: string | undefined;
beforeEach(() => {
  [asked, nowMs, status, text] = [[], Date.parse('2026-04-01T00:00:00Z'), 200, undefined];
});

const tokens = () =>
  serviceAccountTokens({
    readKey: () => Promise.resolve(readAccountKey(KEY)),
    clientTo: (rootUrl) => ({
      send(request) {
        asked.push({ ...request, path: rootUrl + request.path });
        const answer = { access_token: `token-${String(asked.length)}`, expires_in: 3600 };
        return Promise.resolve({ status, headers: {}, body: Buffer.from(text ?? JSON.stringify(answer)) });
      },
    }),
    clock: { now: () => new Date(nowMs) },
  });

describe('tokens of a service account', () => {
  test('are asked for by a statement about whom, what for and how long', async () => {
    await tokens().tokenFor('alice@example.com', ['a', 'b']);
    expect(asked.map(({ path }) => path)).toEqual(['https://id.example.com/o/token']);
    const form = new URLSearchParams(asked[0]?.body);
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    expect(decodeJwt(form.get('assertion') ?? '')).toEqual({
      iss: 'robot@example.com',
      sub: 'alice@example.com',
      scope: 'a b',
      aud: 'https://id.example.com/o/token',
      iat: nowMs / 1000,
      exp: nowMs / 1000 + 300,
    });
  });

  test('are remembered for each person and scope, until shortly before they end', async () => {
    const { tokenFor } = tokens();
    expect(await Promise.all([tokenFor('alice', ['a']), tokenFor('alice', ['a'])])).toEqual(['token-1', 'token-1']);
    expect([await tokenFor('bob', ['a']), await tokenFor(undefined, ['a'])]).toEqual(['token-2', 'token-3']);
    nowMs += 3_530_000;
    expect(await tokenFor('alice', ['a'])).toBe('token-1');
    nowMs += 10_000;
    expect(await tokenFor('alice', ['a'])).toBe('token-4');
  });

  test('that were refused are forgotten, and a failure is not remembered', async () => {
    const { tokenFor, forget } = tokens();
    forget(await tokenFor('alice', ['a']));
    status = 500;
    await expect(tokenFor('alice', ['a'])).rejects.toThrow('no token for the service account (500)');
    status = 200;
    expect(await tokenFor('alice', ['a'])).toBe('token-3');
  });

  test.each([
    [400, '{"error":"unauthorized_client"}', 'refused', 'no token for the service account (unauthorized_client)'],
    [403, '<h1>No</h1>', 'refused', 'no token for the service account (403)'],
    [200, '<h1>Hello</h1>', 'broken', 'no token for the service account (200)'],
    [200, 'null', 'broken', 'no token for the service account (200)'],
  ])('are not had from an answer of %s, %s', async (code, page, kind, message) => {
    [status, text] = [code, page];
    await expect(tokens().tokenFor('alice', ['a'])).rejects.toMatchObject({ kind, message });
  });

  test('a key that is none is not repeated in the error', () => {
    expect(() => readAccountKey('{"private_key":"abc"}')).toThrow(
      'The key of the service account has no client_email, private_key and token_uri.',
    );
  });
});
