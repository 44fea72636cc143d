import type { Cookie, Page } from 'playwright-core';
import { CONSOLE_CLIENT_ID } from '#lib/oauth/model/client';
import { newBrowser } from '#test/support/oauth/consent';

/** The stage's own page, on which anybody may be anybody. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.locator('.shell-main .button-main').click();
  await page.getByLabel('Somebody else:').fill(email);
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.locator('.navigation').waitFor();
}

const SCOPE = ['calendar', 'books', 'doubleclicksearch'].map((name) => `https://www.googleapis.com/auth/${name}`);

/** The issuer's cookie of somebody who has allowed the console everything. */
export async function cookieOf(email: string, rootUrl: string): Promise<Pick<Cookie, 'name' | 'value'>> {
  const browser = newBrowser({ rootUrl });
  const asked = new URLSearchParams({
    response_type: 'code',
    client_id: CONSOLE_CLIENT_ID,
    redirect_uri: `${rootUrl}console/signed-in`,
    scope: SCOPE.join(' '),
    code_challenge: 'A'.repeat(43),
    code_challenge_method: 'S256',
  });
  await browser.open(`o/oauth2/v2/auth?${asked.toString()}`);
  const { headers } = await browser.answer({ address: email });
  const [name = '', value = ''] = headers.getSetCookie()[0]?.split(';', 1)[0]?.split('=') ?? [];
  return { name, value };
}
