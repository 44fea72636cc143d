/** A headless browser for the tests of a file. */
import { onceForAll } from '#test/support/run/fixture';
import { launchBrowser, type TestBrowser } from './browser.ts';

export const useBrowser = (): TestBrowser => onceForAll(launchBrowser, (browser) => browser.close());
