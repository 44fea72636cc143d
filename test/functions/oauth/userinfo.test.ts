import { describe, expect, test } from '@jest/globals';
import { oauthService, useOAuth } from '#test/support/oauth/use-oauth';
import { someone } from '#test/support/people';

const PATHS = ['oauth2/v3/userinfo', 'oauth2/v2/userinfo', 'v1/userinfo'];
const [EMAIL, PROFILE] = ['email', 'profile'].map((name) => `https://www.googleapis.com/auth/userinfo.${name}`);
const CALENDAR = 'https://www.googleapis.com/auth/calendar';
const oauth = useOAuth();

async function tokenFor(email: string, scopes: readonly (string | undefined)[]): Promise<string> {
  const { issueTokens } = await import('#lib/oauth/tokens/issue');
  const issue = { email, clientId: 'app', scopes: scopes.filter((scope) => scope !== undefined) };
  return (await issueTokens(issue, oauth.gateway.rootUrl, await oauthService())).access_token;
}

describe('userinfo', () => {
  test.each(PATHS)('%s tells who somebody is', async (path) => {
    const email = someone('ann');
    const { status, body, headers } = await oauth.get(path, await tokenFor(email, ['openid', EMAIL, PROFILE]));

    const isOld = path.includes('/v2/');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      [isOld ? 'id' : 'sub']: expect.stringMatching(/^\d{21}$/),
      email,
      [isOld ? 'verified_email' : 'email_verified']: true,
      name: expect.stringMatching(/./),
    });
    expect(headers.get('cache-control')).toContain('no-store');
  });

  test('the same person has the same number, at every path, and another person another', async () => {
    const [one, other] = [await tokenFor(someone('a'), ['openid']), await tokenFor(someone('b'), ['openid'])];
    const numberOf = async (path: string, token: string) => {
      const { body } = await oauth.get(path, token);
      return body['sub'] ?? body['id'];
    };

    expect(new Set(await Promise.all(PATHS.map((path) => numberOf(path, one)))).size).toBe(1);
    expect(await numberOf('v1/userinfo', other)).not.toBe(await numberOf('v1/userinfo', one));
  });

  test('tells no more than the token allows', async () => {
    const email = someone();
    expect(Object.keys((await oauth.get('v1/userinfo', await tokenFor(email, ['openid']))).body)).toEqual(['sub']);
    const refused = await oauth.get('v1/userinfo', await tokenFor(email, [CALENDAR]));
    expect([refused.status, refused.body['error']]).toEqual([403, 'insufficient_scope']);
    expect(refused.headers.get('www-authenticate')).toContain('insufficient_scope');
  });

  test('needs a token that is good', async () => {
    for (const token of [undefined, 'rubbish', 'e30.e30.e30'])
      expect((await oauth.get('v1/userinfo', token)).status).toBe(401);
  });

  test('takes the token as a parameter, too, and POST', async () => {
    const token = await tokenFor(someone(), ['openid']);
    expect((await oauth.get(`v1/userinfo?access_token=${token}`)).status).toBe(200);
    expect((await oauth.post('v1/userinfo', {}, { authorization: `Bearer ${token}` })).status).toBe(200);
  });
});
