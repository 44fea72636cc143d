/** A headless Chromium for the tests of a file. */
import { onceForAll } from '#test/support/run/fixture';
import { launchBrowser, type TestBrowser } from './launch-browser.ts';

/** One for all tests of the file. */
export const useBrowser = (): TestBrowser => onceForAll(launchBrowser, (browser) => browser.close());
