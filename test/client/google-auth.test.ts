/** Google's own library for signing in, unmodified but for the host that it asks. */
import { calendar } from '@googleapis/calendar';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { GoogleAuth, JWT, OAuth2Client, type UserRefreshClient } from 'google-auth-library';
import { eventually } from '#test/support/eventually';
import { useOAuth } from '#test/support/oauth/use-oauth';
import { someone } from '#test/support/people';

const CALENDAR = 'https://www.googleapis.com/auth/calendar';
const READONLY = 'https://www.googleapis.com/auth/calendar.readonly';
const oauth = useOAuth();

/** What Google's hosts would answer is answered here. */
function towardsHere<T extends { transporter: UserRefreshClient['transporter'] }>(client: T): T {
  const { rootUrl } = oauth.gateway;
  client.transporter.interceptors.request.add({
    resolved: (options) => {
      const { pathname, search } = new URL(options.url);
      options.url = new URL(pathname + search, rootUrl);
      return Promise.resolve(options);
    },
  });
  return client;
}

const calendarOf = (auth: OAuth2Client) =>
  calendar({ version: 'v3', auth, rootUrl: oauth.gateway.rootUrl, retry: false });

describe('an authorized user', () => {
  const alice = someone();
  let client: UserRefreshClient;
  beforeAll(async () => {
    const file = await oauth.authorizedUser(alice, [CALENDAR]);
    client = towardsHere(new GoogleAuth().fromJSON({ ...file, type: 'authorized_user' }) as UserRefreshClient);
  });

  test('refreshes its token and reads its calendar', async () => {
    const { data } = await calendarOf(client).calendars.get({ calendarId: 'primary' });

    expect(data.id).toBe(alice);
    const { token } = await client.getAccessToken();
    expect(await client.getTokenInfo(token ?? '')).toMatchObject({ scopes: [CALENDAR], access_type: 'offline' });
  });

  test('is refused everywhere once its token is revoked', async () => {
    const { token } = await client.getAccessToken();
    await calendarOf(client).calendars.get({ calendarId: 'primary' });

    await client.revokeToken(token ?? '');

    await expect(client.getTokenInfo(token ?? '')).rejects.toMatchObject({ status: 400 });
    const plain = new OAuth2Client();
    plain.setCredentials({ access_token: token ?? '' });
    await eventually(async () => {
      const status = await calendarOf(plain)
        .colors.get()
        .then((answer) => answer.status)
        .catch((error: { status?: number }) => error.status);
      return status === 401;
    });
    client.setCredentials({ refresh_token: client._refreshToken ?? '' });
    await expect(client.getAccessToken()).rejects.toMatchObject({
      response: { data: { error: 'invalid_grant' } },
    });
  });
});

describe('a service account', () => {
  const jwt = (file: { client_email: string; private_key: string; private_key_id: string }, subject?: string) =>
    towardsHere(
      new JWT({
        email: file.client_email,
        key: file.private_key,
        keyId: file.private_key_id,
        scopes: [READONLY],
        ...(subject !== undefined && { subject }),
      }),
    );

  test('signs for itself', async () => {
    const file = await oauth.serviceAccount();
    const client = jwt(file);

    const { data } = await calendarOf(client).calendarList.list();

    expect(data.kind).toBe('calendar#calendarList');
    const { token } = await client.getAccessToken();
    expect(await client.getTokenInfo(token ?? '')).toMatchObject({ azp: file.client_id, scopes: [READONLY] });
  });

  test('speaks for somebody else where an admin allowed it, and for nobody otherwise', async () => {
    const alice = someone();
    const { data } = await calendarOf(jwt(await oauth.serviceAccount([READONLY]), alice)).calendars.get({
      calendarId: 'primary',
    });
    expect(data.id).toBe(alice);

    await expect(jwt(await oauth.serviceAccount(), alice).authorize()).rejects.toMatchObject({
      response: { status: 401, data: { error: 'unauthorized_client' } },
    });
  });

  test('gets ID tokens for other services', async () => {
    const file = await oauth.serviceAccount();
    const client = jwt(file);

    const idToken = await client.fetchIdToken('https://service.example.com');

    const { body } = await oauth.get(`tokeninfo?id_token=${idToken}`);
    expect(body).toMatchObject({ aud: 'https://service.example.com', email: file.client_email });
  });
});
