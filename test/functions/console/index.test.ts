import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { pagePolicy } from '#functions/console/page';
import { pageSettings } from '#functions/console/settings';
import { readConfig } from '#lib/runtime/process/config';
import { useGateway } from '#test/support/http/use-gateway';

const gateway = useGateway();
const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(new URL(path, gateway.rootUrl), { headers, redirect: 'manual' });

const FILE = /(?:href|src)="(\/console\/files\/[^"]+)"/g;
const filesOf = (page: string): string[] => [...page.matchAll(FILE)].map(([, path = '']) => path);

describe('the page', () => {
  test('is asked for again each time, and answers 304 when it is the same', async () => {
    const answer = await get('console');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=UTF-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');

    const again = await get('console/calendar', { 'if-none-match': answer.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  test.each([
    ['console/', '/console'],
    ['console/?eid=a%26b&x=1', '/console?eid=a%26b&x=1'],
  ])('is found with a slash after its name: %s', async (path, location) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([301, location]);
  });

  test('is shown at addresses below it, with and without a slash at their end', async () => {
    const statuses = await Promise.all(
      ['console/books', 'console/books/'].map(async (path) => (await get(path)).status),
    );
    expect(statuses).toEqual([200, 200]);
  });

  test('runs nothing that stands in it, and lets nobody frame it', async () => {
    const policy = (await get('console')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });

  test('says who signs people in, and nothing else of the stage', async () => {
    const [, text = ''] = /id="settings">(.*?)<\/script>/.exec(await (await get('console')).text()) ?? [];
    const settings = JSON.parse(text) as Record<string, unknown>;
    expect(Object.keys(settings).toSorted()).toEqual(['isLocal', 'signIn', 'stage']);
    expect(settings['signIn']).toMatchObject({ issuer: '', clientId: 'almanac-console' });
  });

  test.each([['POST'], ['PUT'], ['DELETE']])('is nothing to %s', async (method) => {
    expect((await fetch(new URL('console', gateway.rootUrl), { method })).status).toBe(404);
  });
});

describe('its files', () => {
  test('are kept for good, under names that change with them', async () => {
    const files = filesOf(await (await get('console')).text());
    expect(files.length).toBeGreaterThan(1);
    for (const path of files) {
      const answer = await get(path);
      expect(path).toMatch(/-[A-Z0-9]{8}\.(js|css)$/);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('are 250 KB at most, compressed, with the calendar', async () => {
    const { appFiles } = await import('#functions/console/files');
    const { files } = await appFiles();
    const others = /library|reports|workshop/;
    const first = [...files].filter(([name]) => !others.test(name));
    expect(first.reduce((sum, [, { text }]) => sum + gzipSync(text).length, 0)).toBeLessThan(250 * 1024);
  });

  test.each([['console/files/none.js'], ['console/files/..%2F..%2Fpackage.json'], ['console/files/constructor']])(
    '%s is not one of them',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});

test('the address of an event leads into the calendar', async () => {
  const answer = await get('calendar/event?eid=YWJjIGFsaWNlQGV4YW1wbGUuY29t');
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toBe('/console/calendar?eid=YWJjIGFsaWNlQGV4YW1wbGUuY29t');
});

describe('on a stage', () => {
  test('without a server of its own, the issuer that it names signs people in', () => {
    const CONSOLE_SIGN_IN = '{"issuer":"https://id.example.com/tenant","clientId":"console"}';
    const settings = pageSettings(readConfig({ STAGE: 'prod', CONSOLE_SIGN_IN }));
    expect(settings).toMatchObject({ isLocal: false, signIn: { issuer: 'https://id.example.com/tenant' } });
    expect(pagePolicy(settings)).toContain("connect-src 'self' https://id.example.com;");
  });

  test('that names nobody, the page says so', () => {
    expect(pageSettings(readConfig({ STAGE: 'prod' })).signIn).toBeUndefined();
  });
});
