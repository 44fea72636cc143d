/** How servers of this machine end. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { listen } from '#lib/local/gateway/listen';

async function connectTo(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

test('a connection on which nothing was asked, as browsers open them in advance, does not keep a server from ending', async () => {
  const { port, stop } = await listen(createServer(), 0);
  const silent = await connectTo(port);
  const ended = once(silent, 'close');
  silent.resume();
  await Promise.all([stop(), ended]);
  expect(silent.destroyed).toBe(true);
});

test('a request that is being answered gets its answer, and silent connections end after it', async () => {
  const server = createServer();
  const { port, stop } = await listen(server, 0);
  const silent = await connectTo(port);
  silent.resume();
  const asked = once(server, 'request');
  const answer = fetch(`http://127.0.0.1:${String(port)}/`);
  const [, response] = (await asked) as [unknown, ServerResponse];
  const stopped = stop();
  response.end('whole');
  expect(await (await answer).text()).toBe('whole');
  await stopped;
});
