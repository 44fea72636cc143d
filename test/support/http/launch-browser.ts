/** A headless Chromium: one that is installed and made for this, on Linux x64 else the one that comes with npm. */
import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { unpackBrowser } from './packed-browser.ts';

/** Half the work of a whole browser, which has windows that nobody sees; npm's draws with a GPU made of software. */
const PREFERRED = [process.env['CHROME_PATH'], '/usr/bin/chromium-headless-shell'];
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The one that comes with npm would let every page read every other. */
const LAX = new Set(['--disable-web-security', '--allow-running-insecure-content', '--disable-site-isolation-trials']);

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

export async function findBrowser(): Promise<{ executablePath: string; args: string[] }> {
  const preferred = findInstalled(PREFERRED);
  if (preferred === undefined && process.platform === 'linux' && process.arch === 'x64')
    return {
      executablePath: await unpackBrowser(),
      args: [...sparticuz.args.filter((flag) => !LAX.has(flag)), ...FLAGS],
    };
  const executablePath = preferred ?? findInstalled(INSTALLED);
  if (executablePath === undefined) {
    throw new Error(
      'No browser found. Install Chromium or Chrome (Debian: apt install chromium), or set CHROME_PATH to its program.',
    );
  }
  return { executablePath, args: [...FLAGS, `--disable-features=${DISABLED_FEATURES.join(',')}`] };
}

/** Pages are read by the same person on every machine, whatever its LANG and TZ say. */
const READER = { locale: 'en-US', timezoneId: 'UTC' };

export interface TestBrowser {
  /** A page in a session of its own. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

export async function launchBrowser(flags: readonly string[] = []): Promise<TestBrowser> {
  const { executablePath, args } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args: [...args, ...flags], headless: true });
  return { newPage: (options) => browser.newPage({ ...READER, ...options }), close: () => browser.close() };
}
