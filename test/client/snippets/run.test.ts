/** Every snippet of the documentation page, as the page shows it, on a stack of `npm start -- --https`. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { snippets } from '#functions/discovery/snippets/catalogue';
import { listen } from '#lib/local/gateway/listen';
import { clients, withoutNpm } from '#test/support/clients/clients';
import { clientEnvironment, execute, folderOfClient, notRun, runClient } from '#test/support/clients/run-client';
import { useBrowser } from '#test/support/http/browser';
import { newBrowser } from '#test/support/oauth/consent';
import { inQuotes } from '#test/support/run/folders/new-folder';
import { startStackProcess, type StackProcess } from '#test/support/stack/stack-process';

const ALICE = 'alice@example.com';
const folder = folderOfClient();
const browser = useBrowser();
const shown = new Map<string, string>();
let stack: StackProcess;
let TOKEN: string;
let key: string;

async function readPage(): Promise<void> {
  const page = await browser.newPage();
  await page.goto(stack.endpoints.gateway);
  await page.locator('.snippets[data-tabs]').waitFor();
  for (const panel of await page.locator('.snippets section').all()) {
    const id = (await panel.getAttribute('id')) ?? '';
    shown.set(id.replace('client-', ''), (await panel.locator('pre').textContent()) ?? '');
  }
  await page.close();
}

/** Signs in on the page of a laptop, and gives the status of a request that the page then makes. */
async function signInOnPage(): Promise<{ command: string; said: string; status: number }> {
  const page = await browser.newPage();
  await page.goto(stack.endpoints.gateway);
  await page.getByRole('searchbox').fill('calendarList.list');
  await page.getByLabel('anyone may sign in').fill('dora@example.com');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const said = page.locator('#sign-in output', { hasText: 'Signed in' });
  await said.waitFor();
  await page.locator('.opblock-summary-control').click();
  const [answer] = await Promise.all([
    page.waitForResponse(/users\/me\/calendarList/),
    page.locator('.btn.execute').click(),
  ]);
  return {
    command: (await page.locator('.command').first().textContent()) ?? '',
    said: (await said.textContent()) ?? '',
    status: answer.status(),
  };
}

const codeOf = (id: string): string => shown.get(id) ?? '';

beforeAll(async () => {
  stack = await startStackProcess(join(folder, '.almanac'), '--empty', '--https');
  TOKEN = /Bearer (\S+)'/.exec(stack.output)?.[1] ?? '';
  key = /An API key for public data: (\S+)/.exec(stack.output)?.[1] ?? '';
  await readPage();
});
afterAll(async () => {
  stack.child.kill('SIGKILL');
  await stack.ended;
});

test('the page shows every snippet of the catalogue, for the host that it was opened at', () => {
  const root = stack.endpoints.gateway;
  expect(Object.fromEntries(shown)).toEqual(
    Object.fromEntries(snippets.map(({ id, code }) => [id, code.replaceAll('http://127.0.0.1:8080/', root)])),
  );
  expect([...shown.keys()].toSorted()).toEqual([...Object.keys(clients), 'fullcalendar', 'gcalcli'].toSorted());
});

test('on a laptop the page signs in by itself, and its command has the folder of this stack', async () => {
  const command = `npm run --silent token -- alice@example.com --data ${inQuotes(join(folder, '.almanac'))}`;

  expect(await signInOnPage()).toEqual({
    command: `export TOKEN=$(${command})`,
    said: 'Signed in as dora@example.com, for a day.',
    status: 200,
  });
});

describe('a program prints the calendars of the token', () => {
  test('Node', async () => {
    expect(await runClient('Node', clients.node, codeOf('node'), { TOKEN })).toEqual({
      code: 0,
      stdout: `${ALICE}\n`,
      stderr: '',
    });
  });

  test.each(['googleapis', 'go', 'ruby', 'php', 'java', 'dotnet'] as const)('%s, where installed', async (id) => {
    const outcome = await runClient(id, clients[id], codeOf(id), { TOKEN });

    expect(outcome).toEqual(
      typeof outcome === 'string'
        ? `Not run: the snippet for ${id}, for ${clients[id].needs} is not installed here.`
        : { ...outcome, code: 0, stdout: `${ALICE}\n` },
    );
  });

  test('Python, where installed, and its batches come here as well', async () => {
    const batch = `
batch = almanac.new_batch_http_request()
batch.add(almanac.colors().get(), callback=lambda _id, answer, error: print(answer['kind'], error))
batch.execute()`;
    const outcome = await runClient('Python', clients.python, `${codeOf('python')}${batch}`, { TOKEN });

    expect(outcome).toEqual(
      typeof outcome === 'string'
        ? expect.stringContaining('google-api-python-client is not installed here')
        : { ...outcome, code: 0, stdout: `${ALICE}\ncalendar#colors None\n` },
    );
  });

  test.each(['curl', 'google-hosts'] as const)('%s, where installed', async (id) => {
    const outcome = await runClient(id, clients[id], codeOf(id), { TOKEN }, folder);

    expect(typeof outcome === 'string' ? outcome : JSON.parse(outcome.stdout)).toEqual(
      typeof outcome === 'string'
        ? expect.stringContaining('curl is not installed here')
        : expect.objectContaining({ kind: 'calendar#calendarList', items: [expect.objectContaining({ id: ALICE })] }),
    );
  });

  test('a client that is not installed is named', async () => {
    const missing = {
      ...clients.ruby,
      needs: 'pearl',
      ways: [{ probe: ['no-such-program'], command: ['true'] }],
    } as const;

    expect(await runClient('Pearl', missing, '', {})).toBe(
      'Not run: the snippet for Pearl, for pearl is not installed here.',
    );
  });
});

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const { port, stop } = await listen(createServer(), 0);
  await stop();
  return port;
}

/** Signs in as a person would, at the address that gcalcli prints, and gives what it printed in the end. */
function signInAndRun(script: string): Promise<string> {
  const env = { HOME: folder, BROWSER: 'true', PYTHONUNBUFFERED: '1' };
  const child = spawn('bash', ['-c', script], { cwd: folder, env: clientEnvironment(env) });
  let output = '';
  let isAsked = false;
  const read = async (text: string): Promise<void> => {
    output += text;
    const asked = /https:\/\/accounts\.google\.com\/(\S+)\s/.exec(output)?.[1];
    if (asked === undefined || isAsked) return;
    isAsked = true;
    const person = newBrowser({ rootUrl: stack.endpoints.gateway });
    await person.open(asked);
    const { location, status, text: answered } = await person.answer({ address: ALICE });
    if (location === undefined) throw new Error(`${asked}: ${String(status)} ${answered}`);
    await fetch(location);
  };
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        read(text).catch(reject);
      });
    child.on('close', () => {
      resolve(output);
    });
  });
}

describe('gcalcli', () => {
  test('signs in and lists the calendars, where installed', async () => {
    const help = await execute(['gcalcli', '--help'], folder, {});
    const [create = '', list = ''] = codeOf('gcalcli').split('\n');
    expect(await execute(['bash', '-c', withoutNpm(create)], folder, {})).toMatchObject({ code: 0 });
    const { installed } = JSON.parse(readFileSync(join(folder, 'client_secret.json'), 'utf8')) as {
      installed: { client_id: string; client_secret: string };
    };
    // Version 4.3 listens on 8080 or 8090 if nothing else is said: somebody else may do so, too, and take one of these.
    const ports = await Promise.all([freePort(), freePort(), freePort()]);
    const port = help.stdout.includes('auth_host_port') ? `--auth_host_port ${ports.join(' ')} ` : '';
    const signIn = list
      .replace('gcalcli ', `gcalcli ${port}`)
      .replace('ID', installed.client_id)
      .replace('SECRET', installed.client_secret);
    const again = list.replace(/--client-id .*SECRET /, '');

    const isInstalled = help.code === 0;
    const expected = isInstalled ? /owner\s+alice@example\.com/ : /gcalcli is not installed here/;

    expect(isInstalled ? await signInAndRun(withoutNpm(signIn)) : notRun('gcalcli', 'gcalcli')).toMatch(expected);
    expect(isInstalled ? await signInAndRun(withoutNpm(again)) : notRun('gcalcli', 'gcalcli')).toMatch(expected);
  });
});

describe('FullCalendar', () => {
  test('draws a public calendar', async () => {
    const ask = (path: string, body: object) =>
      fetch(`${stack.endpoints.gateway}calendar/v3/calendars/${ALICE}/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const date = new Date().toISOString().slice(0, 10);
    await ask('acl', { role: 'reader', scope: { type: 'default' } });
    await ask('events', { summary: 'Concert', start: { date }, end: { date } });
    const code = codeOf('fullcalendar').replace('KEY', key);
    const stdin = { contents: code, resolveDir: folder };
    const { outputFiles } = await build({ stdin, bundle: true, write: false, format: 'iife', logLevel: 'silent' });

    const page = await browser.newPage();
    await page.setContent('<div id="calendar"></div>');
    await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });

    await page.locator('.fc-event-title', { hasText: 'Concert' }).waitFor();
    expect(await page.locator('.fc-event-title').allTextContents()).toEqual(['Concert']);
  });
});
