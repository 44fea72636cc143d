/** The console in a real browser, on a stack of its own: one of each for all tests of a file. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@jest/globals';
import type { Result, RunOptions } from 'axe-core';
import type { BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { startAlmanac, type Almanac, type AlmanacOptions } from '#lib/testing/start-almanac';
import { useBrowser } from '#test/support/http/browser';
import { onceForAll } from '#test/support/run/fixture';
import { cookieOf } from './sign-in.ts';

export interface ConsoleTest {
  readonly almanac: Almanac;
  /** Opens an address below `/console/` for somebody who has signed in before. */
  open(email: string, path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** Opens it for somebody whom nobody knows yet. */
  visit(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** What pages complained about: errors of scripts, and what their policy forbids. */
  readonly complaints: readonly string[];
  /** Every address that pages asked for. */
  readonly requested: readonly string[];
}

export const DESKTOP = { width: 1280, height: 800 };

const READER: BrowserContextOptions = { viewport: DESKTOP, reducedMotion: 'reduce' };

export function useConsole(options: AlmanacOptions = {}): ConsoleTest {
  const started = onceForAll(
    async () => ({ almanac: await startAlmanac(options) }),
    ({ almanac }) => almanac.stop(),
  );
  const browser = useBrowser();
  const complaints: string[] = [];
  const requested: string[] = [];
  const cookies = new Map<string, ReturnType<typeof cookieOf>>();
  const newPage = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const page = await browser.newPage({ ...READER, ...options });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => requested.push(request.url()));
    page.on('console', (message) => {
      // Answers that are refused on purpose are told by the browser, too.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        complaints.push(message.text());
    });
    return page;
  };
  return {
    get almanac() {
      return started.almanac;
    },
    complaints,
    requested,
    async open(email, path = 'calendar', options) {
      const { url } = started.almanac;
      const known = cookies.get(email) ?? cookieOf(email, url);
      cookies.set(email, known);
      const page = await newPage(options);
      await page.context().addCookies([{ ...(await known), url }]);
      await page.goto(`${url}console/${path}`);
      await page.locator('.navigation').waitFor();
      return page;
    },
    async visit(path, options) {
      const page = await newPage(options);
      await page.goto(`${started.almanac.url}console/${path}`);
      return page;
    },
  };
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const sessions = new WeakMap<Page, Promise<CDPSession>>();

function sessionOf(page: Page): Promise<CDPSession> {
  const known = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, known);
  return known;
}

/** The page's policy forbids scripts from elsewhere, also ours: axe is loaded into a world beside it, once. */
async function evaluateBeside(page: Page, expression: string): Promise<unknown> {
  const session = await sessionOf(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const world = { frameId: frameTree.frame.id, worldName: 'axe' };
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', world);
  const evaluate = async (text: string): Promise<unknown> => {
    const options = { expression: text, contextId, awaitPromise: true, returnByValue: true };
    return (await session.send('Runtime.evaluate', options)).result.value;
  };
  if ((await evaluate('typeof axe')) === 'undefined') await evaluate(`${axeSource};true`);
  return evaluate(expression);
}

/** WCAG 2.2 AA, as far as a program can tell; each finding as one line. */
async function findAccessibilityFaults(page: Page, within?: string): Promise<string[]> {
  const options: RunOptions = {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    resultTypes: ['violations'],
  };
  const call = `axe.run(${within === undefined ? 'document' : JSON.stringify(within)}, ${JSON.stringify(options)})`;
  const violations = (await evaluateBeside(page, `${call}.then(({ violations }) => violations)`)) as Result[];
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
}

const MAX_LOOKS = 4;

/** What is wrong stays wrong: FullCalendar hides events while it measures them, also while axe is at work. */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  let faults = await findAccessibilityFaults(page, within);
  for (let looks = 1; faults.length > 0 && looks < MAX_LOOKS; looks += 1)
    faults = await findAccessibilityFaults(page, within);
  expect(faults).toEqual([]);
}
