/** A headless Chromium for the tests of a file. */
import { onceForAll } from '#test/support/run/fixture';
import { launchBrowser, type TestBrowser } from './launch-browser.ts';

/** The optimizer is for pages that stay: without it, a check by axe takes 0.4 in place of 0.5 s of processor time. */
const FLAGS = ['--js-flags=--no-turbofan'];

/** One for all tests of the file. */
export const useBrowser = (): TestBrowser =>
  onceForAll(
    () => launchBrowser(FLAGS),
    (browser) => browser.close(),
  );
