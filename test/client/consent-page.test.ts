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

beforeAll(async () => {
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

/** Opens the page; `finish` gives the library the code that the browser brought. */
async function connect(client: OAuth2Client): Promise<{ page: Page; finish: () => Promise<URL> }> {
  const { codeVerifier, codeChallenge = '' } = await client.generateCodeVerifierAsync();
  const page = await browser.newPage();
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
  const finish = async (): Promise<URL> => {
    await page.waitForURL(new RegExp(`^${program.url}`));
    const arrived = new URL(page.url());
    const code = arrived.searchParams.get('code');
    if (code !== null) client.setCredentials((await client.getToken({ code, codeVerifier })).tokens);
    return arrived;
  };
  return { page, finish };
}

describe('with the mouse', () => {
  test('a known person allows everything, and the library reads the calendar', async () => {
    const client = newClient();
    const { page, finish } = await connect(client);
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
    const { page, finish } = await connect(client);

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
    const { page, finish } = await connect(newClient());

    await page.getByRole('button', { name: 'Cancel' }).click();

    expect((await finish()).searchParams.get('error')).toBe('access_denied');
  });
});

describe('with the keyboard alone', () => {
  const press = async (page: Page, ...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focused = (page: Page) => page.locator(':focus');

  test('everything is reached by Tab, and Enter sends', async () => {
    const client = newClient();
    const { page, finish } = await connect(client);
    const carol = someone('carol');
    // The first person has the focus.
    expect(await focused(page).getAttribute('name')).toBe('person');

    await press(page, 'Tab');
    await page.keyboard.type(carol);
    await press(page, 'Tab', 'Space', 'Tab', 'Tab');
    expect(await focused(page).textContent()).toBe('Allow');
    await press(page, 'Enter');
    await finish();

    expect(client.credentials.scope).not.toContain(CALENDAR);
    expect(await client.getTokenInfo(client.credentials.access_token ?? '')).toMatchObject({ email: carol });
  });

  test('Cancel is next to Allow', async () => {
    const { page, finish } = await connect(newClient());
    await focused(page).waitFor();

    await press(page, 'Tab', 'Tab', 'Tab', 'Tab', 'Tab');
    expect(await focused(page).textContent()).toBe('Cancel');
    await press(page, 'Enter');

    expect((await finish()).searchParams.get('error')).toBe('access_denied');
  });
});

test('the page breaks none of its own rules', async () => {
  const { page } = await connect(newClient());
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  await page.reload();

  expect(complaints).toEqual([]);
});
