/** README's picture: what `npm start` and a request print in a terminal, beside the console. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { eventually } from '#test/support/eventually';
import { startStackProcess } from '#test/support/stack/stack-process';

const TOKEN_SHOWN = 60;
const EVENTS = 'calendar/v3/calendars/primary/events';

/** The token is cut; port and folder are those that people get. */
const shown = (text: string, port: string, folder: string): string =>
  text
    .replaceAll(`127.0.0.1:${port}`, '127.0.0.1:8080')
    .replaceAll(folder, '.almanac')
    .replaceAll(/ \(others: [^)]*\)/g, '')
    .replaceAll(/^ey[\w.-]+/gm, (token) => `${token.slice(0, TOKEN_SHOWN)}...`);

/** A first start with sample data, one line of text that becomes an event, and a list of events. */
async function firstMinute(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-picture-'));
  const stack = await startStackProcess(folder, '--log', 'pretty');
  try {
    let log = '';
    stack.child.stdout?.on('data', (text: string) => {
      log += text;
    });
    const { gateway } = stack.endpoints;
    const headers = { authorization: `Bearer ${/Bearer ([\w.-]+)/.exec(stack.output)?.[1] ?? ''}` };
    await fetch(`${gateway}${EVENTS}/quickAdd?text=Tea+tomorrow+at+3pm`, { method: 'POST', headers });
    await fetch(`${gateway}${EVENTS}?maxResults=10`, { headers });
    await eventually(() => log.includes('maxResults=10'));
    const start = stack.output.slice(0, stack.output.indexOf('\nWith curl:'));
    return shown(`$ npm start\n\n${start}\n${log}`, new URL(gateway).port, folder);
  } finally {
    stack.child.kill('SIGTERM');
    await stack.ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

const STYLE = `
  body { margin: 0; padding: 24px; width: max-content; display: flex; gap: 20px; align-items: stretch; background: #dfe5ef; }
  pre { flex: none; margin: 0; padding: 20px; width: 510px; border-radius: 10px; background: #14181f; color: #dbe2ec;
    font: 12px/1.5 monospace; overflow: hidden;
    white-space: pre-wrap; overflow-wrap: anywhere; }
  img { width: 1000px; border-radius: 10px; box-shadow: 0 2px 12px #14181f55; }`;

/** Draws both into a page; the console is a picture that was taken before. */
export async function drawBesideTerminal(page: Page, consolePicture: string): Promise<void> {
  const text = await firstMinute();
  const image = readFileSync(consolePicture).toString('base64');
  await page.setContent(`<style>${STYLE}</style><pre></pre><img src="data:image/png;base64,${image}">`);
  await page.locator('pre').evaluate((element, printed) => {
    element.textContent = printed;
  }, text);
}
