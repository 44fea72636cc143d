/** "Connect your calendar", in a real browser, with Google's library at the other end: by mouse, and by keyboard only. */
import { createServer } from 'node:http';
import { calendar } from '@googleapis/calendar';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { CodeChallengeMethod, OAuth2Client } from 'google-auth-library';
import type { Page } from 'playwright-core';
import { useBrowser } from '#test/support/http/browser';
import { listen } from '#test/support/http/listen';
import { oauthService, useOAuth, type ClientFile } from '#test/support/oauth/use-oauth';
import { someone } from '#test/support/people';
import { onceForAll } from '#test/support/run/fixture';

const CALENDAR = 'https://www.googleapis.com/auth/calendar';
const BOOKS = 'https://www.googleapis.com/auth/books';
const SCOPES = ['openid', 'email', CALENDAR, BOOKS];
const alice = someone();

const oauth = useOAuth();
const browser = useBrowser();
/** The program that listens for its code. */
const program = onceForAll(
  () =>
    listen(
      createServer((_request, response) => {
        response.setHeader('content-type', 'text/html').end('<title>Connected</title>');
      }),
    ),
  ({ stop }) => stop(),
);
let file: ClientFile;
let page: Page;

beforeAll(async () => {
  page = await browser.newPage();
  file = await oauth.client('installed');
  await (await oauthService()).stores.people.put(alice, { email: alice });
});

function newClient(): OAuth2Client {
  const { rootUrl } = oauth.gateway;
  return new OAuth2Client({
    clientId: file.client_id,
    clientSecret: file.client_secret,
    redirectUri: new URL('/callback', program.url).href,
    endpoints: {
      oauth2AuthBaseUrl: `${rootUrl}o/oauth2/v2/auth`,
      oauth2TokenUrl: `${rootUrl}token`,
      oauth2RevokeUrl: `${rootUrl}revoke`,
      tokenInfoUrl: `${rootUrl}tokeninfo`,
    },
  });
}

/** Opens the page in a browser that nobody knows; the result gives the library the code that the browser brought. */
async function connect(client: OAuth2Client): Promise<() => Promise<URL>> {
  const { codeVerifier, codeChallenge = '' } = await client.generateCodeVerifierAsync();
  await page.context().clearCookies();
  await page.goto(
    client.generateAuthUrl({
      access_type: 'offline',
      prompt: 'consent',
      scope: SCOPES,
      state: 's-1',
      code_challenge: codeChallenge,
      code_challenge_method: CodeChallengeMethod.S256,
    }),
  );
  return async () => {
    await page.waitForURL(new RegExp(`^${program.url}`));
    const arrived = new URL(page.url());
    const code = arrived.searchParams.get('code');
    if (code !== null) client.setCredentials((await client.getToken({ code, codeVerifier })).tokens);
    return arrived;
  };
}

describe('with the mouse', () => {
  test('a known person allows everything, and the library reads the calendar', async () => {
    const client = newClient();
    const finish = await connect(client);
    expect(await page.title()).toBe('Tea Party asks for access');
    expect(await page.locator('form').textContent()).toContain('Do anything in every calendar you can reach');

    await page.getByLabel(alice, { exact: true }).check();
    await page.getByRole('button', { name: 'Allow' }).click();
    const arrived = await finish();

    expect(arrived.searchParams.get('state')).toBe('s-1');
    expect(client.credentials.refresh_token).toBeDefined();
    const { data } = await calendar({ version: 'v3', auth: client, rootUrl: oauth.gateway.rootUrl }).calendars.get({
      calendarId: 'primary',
    });
    expect(data.id).toBe(alice);
  });

  test('a person takes a scope away', async () => {
    const client = newClient();
    const finish = await connect(client);

    await page.getByLabel('Somebody else:').fill(someone('carol'));
    await page.getByLabel('Do anything in every calendar you can reach').uncheck();
    await page.getByRole('button', { name: 'Allow' }).click();
    await finish();

    expect(client.credentials.scope?.split(' ')).toEqual([
      'openid',
      'https://www.googleapis.com/auth/userinfo.email',
      BOOKS,
    ]);
  });

  test('a person refuses', async () => {
    const finish = await connect(newClient());

    await page.getByRole('button', { name: 'Cancel' }).click();

    expect((await finish()).searchParams.get('error')).toBe('access_denied');
  });
});

describe('with the keyboard alone', () => {
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focused = () => page.locator(':focus');

  test('everything is reached by Tab, and Enter sends', async () => {
    const client = newClient();
    const finish = await connect(client);
    const carol = someone('carol');
    // The first person has the focus.
    expect(await focused().getAttribute('name')).toBe('person');

    await press('Tab');
    await page.keyboard.type(carol);
    await press('Tab', 'Space', 'Tab', 'Tab');
    expect(await focused().textContent()).toBe('Allow');
    await press('Enter');
    await finish();

    expect(client.credentials.scope).not.toContain(CALENDAR);
    expect(await client.getTokenInfo(client.credentials.access_token ?? '')).toMatchObject({ email: carol });
  });

  test('Cancel is next to Allow', async () => {
    const finish = await connect(newClient());
    await focused().waitFor();

    await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab');
    expect(await focused().textContent()).toBe('Cancel');
    await press('Enter');

    expect((await finish()).searchParams.get('error')).toBe('access_denied');
  });
});

test('the page breaks none of its own rules', async () => {
  await connect(newClient());
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  await page.reload();

  expect(complaints).toEqual([]);
});
