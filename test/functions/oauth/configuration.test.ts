import { expect, test } from '@jest/globals';
import { endpoints } from '#functions/oauth/endpoints';
import { useOAuth } from '#test/support/oauth/use-oauth';

const oauth = useOAuth();
const read = () => oauth.get('.well-known/openid-configuration');

test('every address in it is one that this server answers, at the host that was asked', async () => {
  const { status, body, headers } = await read();
  const root = oauth.gateway.rootUrl.replace(/\/$/, '');
  const routes = new Set(endpoints.flatMap(({ routes: own }) => own).map((route) => route.split(' ')[1]));

  expect([status, headers.get('cache-control'), body['issuer']]).toEqual([200, 'public, max-age=300', root]);
  const addresses = Object.entries(body).filter(([name]) => /_endpoint$|_uri$/.test(name));
  expect(addresses.length).toBe(6);
  for (const [name, address] of addresses)
    expect({ name, isServed: routes.has(String(address).slice(root.length)) }).toEqual({ name, isServed: true });
});

test('it says what is supported, and nothing else is', async () => {
  const { body } = await read();

  expect(body).toMatchObject({
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['plain', 'S256'],
    id_token_signing_alg_values_supported: ['RS256'],
  });
  for (const grant of body['grant_types_supported'] as string[])
    expect((await oauth.post('token', { grant_type: grant })).body['error']).not.toBe('unsupported_grant_type');
  expect((await oauth.post('token', { grant_type: 'password' })).body['error']).toBe('unsupported_grant_type');
  expect(body['scopes_supported']).toEqual(
    expect.arrayContaining(['openid', 'https://www.googleapis.com/auth/calendar']),
  );
});
