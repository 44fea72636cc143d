/** A headless Chromium: one that is installed and made for this, on Linux x64 else the one that comes with npm. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { unpackBrowser } from './packed-browser.ts';

/** Half the work of a whole browser, which has windows that nobody sees. */
const PREFERRED = [process.env['CHROME_PATH'], '/usr/bin/chromium-headless-shell'];
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser talks to nobody but the page under test. */
const FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--no-sandbox',
];

/** A whole browser loads two pages of its own into each window, for its address bar: 1 s of processor time. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'PreloadTopChromeWebUI'];

/** Chromium heeds the last list only, so this has what Playwright's says of Linux and macOS, too. */
const DISABLED_FEATURES = [
  ...ADDRESS_BAR,
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

const findInstalled = (paths: readonly (string | undefined)[]): string | undefined =>
  paths.find((path) => path !== undefined && existsSync(path));

const isLinuxX64 = process.platform === 'linux' && process.arch === 'x64';

async function findProgram(): Promise<string> {
  const program = findInstalled(PREFERRED) ?? (isLinuxX64 ? await unpackBrowser() : findInstalled(INSTALLED));
  if (program !== undefined) return program;
  throw new Error(
    'No browser found. Install Chromium or Chrome (Debian: apt install chromium), or set CHROME_PATH to its program.',
  );
}

/**
 * The flags are the same for every browser: those that npm's is offered with run it in one process, which ends with the
 * first page that fails.
 */
export async function findBrowser(): Promise<{ executablePath: string; args: string[] }> {
  return { executablePath: await findProgram(), args: [...FLAGS, `--disable-features=${DISABLED_FEATURES.join(',')}`] };
}

/** Pages are read by the same person on every machine, whatever its LANG and TZ say. */
const READER = { locale: 'en-US', timezoneId: 'UTC' };

/** Playwright's own half minute is too short for a machine that is ten times as slow as others. */
const MAX_WAIT_MS = 300_000;

export interface TestBrowser {
  /** A page in a session of its own. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

export async function launchBrowser(flags: readonly string[] = []): Promise<TestBrowser> {
  const { executablePath, args } = await findBrowser();
  const launch = (): Promise<Browser> => chromium.launch({ executablePath, args: [...args, ...flags], headless: true });
  // On a busy machine, npm's browser has been seen to end with a segmentation fault before it had opened anything.
  const browser = await launch().catch(launch);
  return {
    async newPage(options) {
      const page = await browser.newPage({ ...READER, ...options });
      page.setDefaultTimeout(MAX_WAIT_MS);
      return page;
    },
    close: () => browser.close(),
  };
}
