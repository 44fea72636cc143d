import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { webhookClient, type WebhookOptions } from '#lib/webhook/client';
import { newAuthority } from '#test/support/http/certificates';
import { hang, redirectTo, reset, startReceiver, type Receiver } from '#test/support/http/receiver';

const authority = newAuthority();
const certificate = authority.issue('localhost', 'hooks.example.com', '127.0.0.1');

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver(certificate);
});
afterEach(() => receiver.stop());

const client = (options: Partial<WebhookOptions> = {}) =>
  webhookClient({ allowLoopback: true, ca: authority.cert, ...options });
const post = (options: Partial<WebhookOptions> = {}, url = receiver.url, timeLimitMs = 5_000) =>
  client(options).post(`${url}/hook?a=1`, { 'X-Goog-Channel-ID': 'c' }, timeLimitMs);

describe('a message', () => {
  test('is an empty POST with its headers, over TLS that is checked', async () => {
    expect(await post()).toEqual({ kind: 'answered', status: 200 });

    expect(receiver.received).toMatchObject([
      { method: 'POST', path: '/hook?a=1', body: '', headers: { 'content-length': '0', 'x-goog-channel-id': 'c' } },
    ]);
    expect(receiver.received[0]?.headers).not.toHaveProperty('transfer-encoding');
  });

  test('goes to the address that was checked, under the name that was asked for', async () => {
    const asked: string[] = [];
    const resolve = (host: string) => {
      asked.push(host);
      return Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    };

    expect(await post({ resolve }, `https://hooks.example.com:${String(receiver.port)}`)).toEqual({
      kind: 'answered',
      status: 200,
    });

    // One look-up: there is no second answer to be led astray by.
    expect(asked).toEqual(['hooks.example.com']);
    expect(receiver.received[0]?.headers.host).toBe(`hooks.example.com:${String(receiver.port)}`);
  });

  test.each([
    ['http', undefined],
    ['https', certificate],
  ])('over %s, goes to the address of a name that is listened on', async (scheme, shown) => {
    const onlyV4 = await startReceiver(shown);
    const resolve = () =>
      Promise.resolve([
        { address: '::1', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ]);

    expect(await post({ resolve }, `${scheme}://localhost:${String(onlyV4.port)}`)).toEqual({
      kind: 'answered',
      status: 200,
    });

    expect(onlyV4.received).toHaveLength(1);
    await onlyV4.stop();
  });

  test('does not go to a server whose certificate is for another name, or from an authority that nobody knows', async () => {
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);

    expect(await post({ resolve }, `https://other.example.com:${String(receiver.port)}`)).toEqual({
      kind: 'failed',
      reason: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    expect(await webhookClient({ allowLoopback: true }).post(receiver.url, {})).toMatchObject({ kind: 'failed' });
    expect(receiver.received).toEqual([]);
  });
});

describe('is refused, and nothing is sent', () => {
  const at =
    (...addresses: string[]) =>
    () =>
      Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  const hooks = () => `https://hooks.example.com:${String(receiver.port)}`;

  test.each([
    ['a name that resolves to a private address', ['10.0.0.1'], false],
    ['a name that resolves to the metadata service', ['169.254.169.254'], true],
    ['a name that resolves to loopback, without the switch', ['127.0.0.1'], false],
    ['a name with a public and a private address', ['93.184.215.14', '192.168.0.1'], true],
    ['a name with a loopback and a private address', ['127.0.0.1', '10.0.0.1'], true],
    ['a name that resolves to a mapped address', ['::ffff:127.0.0.1'], true],
  ])('%s', async (_name, addresses, allowLoopback) => {
    expect(await post({ resolve: at(...addresses), allowLoopback }, hooks())).toMatchObject({ kind: 'refused' });
    expect(receiver.received).toEqual([]);
  });

  test.each([
    ['an address in decimal', (port: number) => `https://2130706433:${String(port)}`],
    ['an address in octal', (port: number) => `https://0177.0.0.1:${String(port)}`],
    ['a mapped address', (port: number) => `https://[::ffff:127.0.0.1]:${String(port)}`],
    ['another scheme', () => 'ftp://hooks.example.com'],
  ])('%s', async (_name, url) => {
    expect(await post({ allowLoopback: false, resolve: at('93.184.215.14') }, url(receiver.port))).toMatchObject({
      kind: 'refused',
    });
    expect(receiver.received).toEqual([]);
  });

  test.each(['user:secret', 'user', ':secret'])('a URL with a password: %s', async (credentials) => {
    expect(await post({}, receiver.url.replace('://', `://${credentials}@`))).toEqual({
      kind: 'refused',
      reason: 'the address carries a password',
    });
    expect(receiver.received).toEqual([]);
  });

  test('a port of another protocol', async () => {
    expect(await post({ resolve: at('93.184.215.14') }, 'https://hooks.example.com:25')).toEqual({
      kind: 'refused',
      reason: 'port 25 is for other protocols',
    });
  });

  test('http beyond loopback', async () => {
    expect(await post({ resolve: at('93.184.215.14') }, 'http://hooks.example.com')).toEqual({
      kind: 'refused',
      reason: 'not https',
    });
  });
});

test('http is for loopback with the switch', async () => {
  const plain = await startReceiver();

  expect(await post({}, plain.url)).toEqual({ kind: 'answered', status: 200 });
  expect(await post({ allowLoopback: false }, plain.url)).toEqual({ kind: 'refused', reason: 'not https' });
  await plain.stop();
});

describe('the answer', () => {
  test.each([204, 404, 503])('%i is reported as it is', async (status) => {
    receiver.answer(status);

    expect(await post()).toEqual({ kind: 'answered', status });
  });

  test('a redirect to a private address is not followed', async () => {
    const inner = await startReceiver(certificate);
    receiver.answer(redirectTo(`${inner.url}/secret`));

    expect(await post()).toEqual({ kind: 'answered', status: 302 });
    expect(inner.received).toEqual([]);
    await inner.stop();
  });

  test('102 is an answer, although no other follows', async () => {
    receiver.answer((response) => {
      response.writeProcessing();
    });

    expect(await post()).toEqual({ kind: 'answered', status: 102 });
  });

  test('a body without end is not read: the connection is closed soon', async () => {
    let sent = 0;
    const closed = new Promise<void>((resolve) => {
      receiver.answer((response, socket) => {
        socket.on('close', () => {
          resolve();
        });
        response.writeHead(200);
        const more = (): void => {
          if (socket.destroyed) return;
          sent += 65_536;
          response.write(Buffer.alloc(65_536), more);
        };
        more();
      });
    });

    expect(await post()).toEqual({ kind: 'answered', status: 200 });
    await closed;
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  test('a status counts although its body never ends', async () => {
    receiver.answer((response) => {
      response.writeHead(200).write('a');
    });

    expect(await post({}, receiver.url, 300)).toEqual({ kind: 'answered', status: 200 });
  });
});

describe('no answer', () => {
  test('a receiver that hangs: the time limit ends it', async () => {
    receiver.answer(hang);

    expect(await post({}, receiver.url, 200)).toEqual({ kind: 'failed', reason: 'timeout' });
  });

  test('a connection that is reset', async () => {
    receiver.answer(reset);

    expect(await post()).toEqual({ kind: 'failed', reason: 'ECONNRESET' });
  });

  test('a connection that is refused', async () => {
    await receiver.stop();

    expect(await post()).toEqual({ kind: 'failed', reason: 'ECONNREFUSED' });
  });

  test('a name that nobody knows', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }));

    expect(await post({ resolve }, 'https://nowhere.example.com')).toEqual({ kind: 'failed', reason: 'ENOTFOUND' });
    expect(await post({ resolve: () => Promise.resolve([]) }, 'https://nowhere.example.com')).toEqual({
      kind: 'failed',
      reason: 'ENOTFOUND',
    });
  });

  test('a look-up that hangs: the time limit covers it too', async () => {
    const resolve = () => new Promise<never>(() => undefined);

    expect(await post({ resolve }, 'https://slow.example.com', 100)).toEqual({ kind: 'failed', reason: 'timeout' });
  });

  describe('a server that accepts connections and says nothing', () => {
    let silent: Server;
    const sockets: Socket[] = [];
    beforeAll(async () => {
      silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    });
    afterAll(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });

    test('the time limit covers the greeting', async () => {
      const address = silent.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;

      expect(await post({}, `https://localhost:${String(port)}`, 200)).toEqual({ kind: 'failed', reason: 'timeout' });
    });
  });
});
