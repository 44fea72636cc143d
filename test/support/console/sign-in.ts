import type { Page } from 'playwright-core';

/** The stage's own page, on which anybody may be anybody. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.locator('.shell-main .button-main').click();
  await page.getByLabel('Somebody else:').fill(email);
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.locator('.navigation').waitFor();
}
