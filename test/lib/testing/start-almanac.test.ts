import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { calendar } from '@googleapis/calendar';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startAlmanac } from '#lib/testing/start-almanac';
import { eventually } from '#test/support/eventually';
import { listen } from '#test/support/http/listen';
import { newFolder } from '#test/support/run/new-folder';
import { answers, ROOT } from '#test/support/stack/stack-process';

const EVENTS = 'calendar/v3/calendars/primary/events';
const temporary = newFolder();
const before = process.env['TMPDIR'];
beforeAll(() => {
  process.env['TMPDIR'] = temporary;
});
afterAll(() => {
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
});

describe('startAlmanac', () => {
  test("serves Google's client with the options that it gives", async () => {
    await using almanac = await startAlmanac({ services: ['calendar'] });
    const client = calendar({ version: 'v3', ...(await almanac.googleapis('alice@example.com')) });

    const { data } = await client.events.insert({
      calendarId: 'primary',
      requestBody: {
        summary: 'Tea',
        start: { dateTime: '2026-03-10T09:00:00Z' },
        end: { dateTime: '2026-03-10T10:00:00Z' },
      },
    });

    expect(data).toMatchObject({ summary: 'Tea', organizer: { email: 'alice@example.com', self: true } });
    expect(await almanac.requests()).toMatchObject([{ operation: 'calendar.events.insert', status: 200 }]);
    expect((await fetch(`${almanac.url}books/v1/volumes?q=tea`)).status).toBe(404);
  });

  test('a token has the scopes that it was asked for', async () => {
    await using almanac = await startAlmanac();
    const scopes = ['https://www.googleapis.com/auth/calendar.readonly'];
    const headers = { authorization: `Bearer ${await almanac.token('alice@example.com', { scopes })}` };

    expect((await fetch(`${almanac.url}${EVENTS}`, { headers })).status).toBe(200);
    expect((await fetch(`${almanac.url}${EVENTS}`, { headers, method: 'POST', body: '{}' })).status).toBe(403);
    expect((await fetch(`${almanac.url}calendar/v3/colors?key=${almanac.key()}`)).status).toBe(200);
  });

  test('four at once do not meet, and nothing of them is left', async () => {
    const four = await Promise.all([1, 2, 3, 4].map(() => startAlmanac()));
    const headersOf = async (index: number) => ({
      authorization: `Bearer ${String(await four[index]?.token('alice@example.com'))}`,
    });
    const url = String(four[0]?.url);
    await fetch(`${url}${EVENTS}/quickAdd?text=Tea`, { method: 'POST', headers: await headersOf(0) });

    const counts = await Promise.all(
      four.map(async (one, index) => {
        const answer = await fetch(`${one.url}${EVENTS}`, { headers: await headersOf(index) });
        return ((await answer.json()) as { items: unknown[] }).items.length;
      }),
    );
    const foreign = await fetch(`${url}${EVENTS}`, { headers: await headersOf(1) });
    await Promise.all(four.map((one) => one.stop()));

    expect(counts).toEqual([1, 0, 0, 0]);
    expect(foreign.status).toBe(401);
    expect(await Promise.all(four.map((one) => answers(one.url)))).toEqual([false, false, false, false]);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test('ends with its parent, however that ends', async () => {
    const script = `
      const { startAlmanac } = await import(${JSON.stringify(join(ROOT, 'lib/testing/start-almanac.ts'))});
      console.log((await startAlmanac()).url);
      setInterval(() => undefined, 1000);
    `;
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [first] = (await once(parent.stdout, 'data')) as [Buffer];
    const url = first.toString().trim();
    expect(await answers(url)).toBe(true);

    parent.kill('SIGKILL');

    await eventually(async () => !(await answers(url)));
    await eventually(() => readdirSync(temporary).length === 0);
  });

  test('a program that does not stop it ends all the same', async () => {
    const script = `
      const { startAlmanac } = await import(${JSON.stringify(join(ROOT, 'lib/testing/start-almanac.ts'))});
      await startAlmanac();
    `;
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });

    expect(await once(parent, 'exit')).toEqual([0, null]);
    await eventually(() => readdirSync(temporary).length === 0);
  });

  test('says why it cannot start', async () => {
    const taken = await listen(createServer());
    try {
      await expect(startAlmanac({ port: Number(new URL(taken.url).port) })).rejects.toThrow('is taken');
      await expect(startAlmanac({ clock: 'tomorrow' })).rejects.toThrow('--clock is a time such as');
      expect(readdirSync(temporary)).toEqual([]);
    } finally {
      await taken.stop();
    }
  });

  test('a folder keeps what was written', async () => {
    const folder = newFolder();
    const read = async (text?: string): Promise<number> => {
      await using almanac = await startAlmanac({ database: { folder } });
      const headers = { authorization: `Bearer ${await almanac.token('alice@example.com')}` };
      if (text !== undefined) await fetch(`${almanac.url}${EVENTS}/quickAdd?text=${text}`, { method: 'POST', headers });
      const answer = await fetch(`${almanac.url}${EVENTS}`, { headers });
      return ((await answer.json()) as { items: unknown[] }).items.length;
    };

    expect(await read('Tea')).toBe(1);
    expect(await read()).toBe(1);
  });
});
