/** Terminals: a code here, a person elsewhere. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { hashSecret } from '#lib/api/text/secrets';
import { grantKey } from '#lib/oauth/tokens/revoke';
import { newBrowser } from '#test/support/oauth/consent';
import { oauthService, useOAuth, type ClientFile } from '#test/support/oauth/use-oauth';
import { someone } from '#test/support/people';

const CALENDAR = 'https://www.googleapis.com/auth/calendar';
const oauth = useOAuth();
let client: ClientFile;
beforeAll(async () => {
  client = await oauth.client('installed');
});

interface DeviceAnswer {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_url: string;
}

const begin = async (): Promise<DeviceAnswer> =>
  (await oauth.post('device/code', { client_id: client.client_id, scope: CALENDAR })).body as never;

const poll = (device: DeviceAnswer, more: Record<string, string> = {}) =>
  oauth.post('token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id: client.client_id,
    client_secret: client.client_secret,
    device_code: device.device_code,
    ...more,
  });

describe('a device', () => {
  test('gets its tokens once, after a person has allowed them', async () => {
    const device = await begin();
    expect(device.user_code).toMatch(/^[B-Z]{4}-[B-Z]{4}$/);
    expect(device.verification_url).toBe(`${oauth.gateway.rootUrl}device`);
    expect(await poll(device)).toMatchObject({ status: 428, body: { error: 'authorization_pending' } });
    expect(await poll(device)).toMatchObject({ status: 403, body: { error: 'slow_down' } });

    const browser = newBrowser(oauth.gateway);
    expect((await browser.open('device')).text).toContain('name="user_code"');
    const typed = device.user_code.toLowerCase().replace('-', ' ');
    expect((await browser.open(`device?user_code=${encodeURIComponent(typed)}`)).text).toContain('Tea Party');
    expect((await browser.answer({ address: someone() })).text).toContain('go back to your device');

    expect(await poll(device)).toMatchObject({
      status: 200,
      body: { access_token: expect.any(String), refresh_token: expect.any(String), scope: CALENDAR },
    });
    expect(await poll(device)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('is told when it was refused', async () => {
    const device = await begin();
    const browser = newBrowser(oauth.gateway);
    await browser.open(`device?user_code=${device.user_code}`);
    await browser.answer({ decision: 'deny' });

    expect(await poll(device)).toMatchObject({ status: 403, body: { error: 'access_denied' } });
    expect((await browser.open(`device?user_code=${device.user_code}`)).status).toBe(400);
  });

  test('that two pages show is decided once', async () => {
    const device = await begin();
    const [first, second] = [newBrowser(oauth.gateway), newBrowser(oauth.gateway)];
    for (const browser of [first, second]) await browser.open(`device?user_code=${device.user_code}`);
    const email = someone();
    expect((await first.answer({ address: email })).text).toContain('go back to your device');

    const late = await second.answer({ address: someone() });
    expect(late).toMatchObject({ status: 400, text: expect.stringContaining('The device has stopped waiting.') });
    const { body } = await poll(device);
    const calendar = await fetch(`${oauth.gateway.rootUrl}calendar/v3/calendars/primary`, {
      headers: { authorization: `Bearer ${String(body['access_token'])}` },
    });
    expect(await calendar.json()).toMatchObject({ id: email });
  });

  test('gets nothing once the person has taken it back', async () => {
    const device = await begin();
    const browser = newBrowser(oauth.gateway);
    await browser.open(`device?user_code=${device.user_code}`);
    const email = someone();
    await browser.answer({ address: email });
    const { stores } = await oauthService();
    const found = await stores.grants.find(grantKey({ email, clientId: client.client_id }));
    if (found === undefined) throw new Error('Nothing was allowed.');
    await stores.grants.remove(found.id);

    expect(await poll(device)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
    });
  });

  test('of another client, or after half an hour, is refused', async () => {
    const device = await begin();
    const other = await oauth.client('installed');
    const { stores } = await oauthService();
    expect(await poll(device, { client_id: other.client_id, client_secret: other.client_secret })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Malformed device code.' },
    });

    const id = hashSecret(device.device_code);
    const found = await stores.devices.find(id);
    if (found === undefined) throw new Error('The device is gone.');
    await stores.devices.put(id, found.value, Date.now() - 1000);
    expect(await poll(device)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('needs a client and scopes', async () => {
    expect(await oauth.post('device/code', { client_id: 'nobody', scope: CALENDAR })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
    expect(await oauth.post('device/code', { client_id: client.client_id })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    });
  });
});

test('guessing codes is slowed down', async () => {
  const browser = newBrowser(oauth.gateway);
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429 && statuses.length < 60)
    statuses.push((await browser.open('device?user_code=BBBB-BBBB')).status);

  expect([statuses[0], statuses.at(-1)]).toEqual([400, 429]);
});
