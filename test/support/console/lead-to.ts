import type { Page } from 'playwright-core';

/** Leads a page to another of its addresses as the browser's own buttons do: nothing is loaded again. */
export async function leadTo(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/console/${path}`);
}

export async function closeToasts(page: Page): Promise<void> {
  const buttons = page.locator('.toast').getByRole('button', { name: 'Close' });
  await buttons.evaluateAll((all) => {
    for (const button of all) (button as HTMLElement).click();
  });
}

/** The same by way of an address that leads nowhere: nothing is left of what was shown, filled in or said before. */
export async function leadAnew(page: Page, path: string): Promise<void> {
  await leadTo(page, 'nowhere');
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  await closeToasts(page);
  await leadTo(page, path);
}
