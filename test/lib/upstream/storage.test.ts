/** Files behind a redirect of the upstream. */
import { createServer, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { upstreamClient, type UpstreamClient } from '#lib/upstream/client/client';
import { fileBehind } from '#lib/upstream/client/storage';
import { listen, type Listening } from '#test/support/http/listen';

let storage: Listening;
let asked: IncomingMessage[] = [];
let location: string | undefined;
beforeAll(async () => {
  storage = await listen(
    createServer((request, response) => {
      asked.push(request);
      response
        .writeHead(location === undefined ? 206 : 302, { ...(location !== undefined && { location }) })
        .end('abc');
    }),
  );
});
beforeEach(() => {
  [asked, location] = [[], undefined];
});
afterAll(() => storage.stop());

const behind = (to: string, allowLoopback = true) => {
  const clientTo = (rootUrl: string): UpstreamClient => upstreamClient({ rootUrl, allowLoopback, allowPrivate: false });
  const redirect = { status: 302, headers: { location: to }, body: Buffer.alloc(0) };
  const headers = { range: 'bytes=0-2', authorization: 'Bearer secret' };
  return fileBehind(redirect, { method: 'GET', path: 'file', headers }, clientTo, {});
};

test('the file is fetched with its range, and without the token', async () => {
  const { status, body } = await behind(`${storage.url}/bucket/a%20b?signature=1`);
  expect([status, body.toString()]).toEqual([206, 'abc']);
  expect(asked.map(({ url }) => url)).toEqual(['/bucket/a%20b?signature=1']);
  expect(asked[0]?.headers).toMatchObject({ range: 'bytes=0-2' });
  expect(asked[0]?.headers.authorization).toBeUndefined();
});

test('an answer that leads nowhere is as it is', async () => {
  const answer = { status: 200, headers: {}, body: Buffer.from('x') };
  const clientTo = (): UpstreamClient => {
    throw new Error('nobody is asked');
  };
  expect(await fileBehind(answer, { method: 'GET', path: 'file' }, clientTo, {})).toBe(answer);
});

test.each([
  ['to no address', () => behind('')],
  ['to another protocol', () => behind('file:///etc/passwd')],
  ['into the own network', () => behind(`${storage.url}/file`, false)],
])('a redirect %s is refused', async (_where, fetched) => {
  await expect(fetched()).rejects.toMatchObject({ kind: 'refused' });
  expect(asked).toEqual([]);
});

test('a redirect in a circle ends with its first step', async () => {
  location = `${storage.url}/again`;
  await expect(behind(location)).rejects.toMatchObject({ kind: 'refused' });
  expect(asked).toHaveLength(1);
});
