/** A headless Chromium: the one that comes with npm on Linux x64, elsewhere the one that is installed. */
import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

const INSTALLED = [
  process.env['CHROME_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser talks to nobody but the page under test. */
const FLAGS = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--no-sandbox'];

async function findBrowser(): Promise<{ executablePath: string; args: string[] }> {
  if (process.platform === 'linux' && process.arch === 'x64') return { executablePath: await sparticuz.executablePath(), args: [...sparticuz.args, ...FLAGS] };
  const executablePath = INSTALLED.find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined) {
    throw new Error('No browser found. Install Chromium or Chrome (Debian: apt install chromium), or set CHROME_PATH to its program.');
  }
  return { executablePath, args: FLAGS };
}

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ ...(await findBrowser()), headless: true });
}
