import { expect, test } from '@jest/globals';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import type { SigningKey } from '#lib/oauth/model/records';
import { oauthService, useOAuth } from '#test/support/oauth/use-oauth';
import { someone } from '#test/support/people';

const oauth = useOAuth();

test('the keys check what this server signs, and hold nothing private', async () => {
  const { issueTokens } = await import('#lib/oauth/tokens/issue');
  const issue = { email: someone(), clientId: 'app', scopes: ['openid'] };
  const issued = await issueTokens(issue, oauth.gateway.rootUrl, await oauthService());

  const { status, body, headers } = await oauth.get('oauth2/v3/certs');

  expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=3600']);
  const keys = createLocalJWKSet(JSON.parse(JSON.stringify(body)) as JSONWebKeySet);
  for (const token of [issued.access_token, issued.id_token ?? ''])
    expect((await jwtVerify(token, keys)).payload).toMatchObject({ azp: 'app' });
  for (const key of body['keys'] as Record<string, unknown>[])
    expect(['d', 'p', 'q', 'dp', 'dq', 'qi'].filter((name) => name in key)).toEqual([]);
});

test('the first token can be signed while its key is being made, by a clock that runs behind, too', async () => {
  const { signerOf } = await import('#lib/oauth/tokens/signing-keys');
  const service = await oauthService();
  const made = new Map<string, SigningKey>();
  const list = () => Promise.resolve([...made.values()]);
  const add = (id: string, key: SigningKey) => Promise.resolve(!made.has(id) && made.set(id, key).size > 0);
  let ms = Date.UTC(2026, 10, 16);
  const clock = { now: () => new Date((ms += 1)) };
  const stores = { ...service.stores, keys: { ...service.stores.keys, list, add } };
  const dependencies = { ...service, stores, clock };

  const { kid } = await signerOf(dependencies);
  ms -= 60_000;

  expect((await signerOf(dependencies)).kid).toBe(kid);
});
