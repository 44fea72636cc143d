/** Connections to DynamoDB: how answers are cut, when a connection is used again, and what ends it. */
import { createServer as createHttps } from 'node:https';
import { createServer as createTcp, type AddressInfo, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Connections } from '#lib/stores/dynamodb/client/connections';
import { HttpAnswerReader } from '#lib/stores/dynamodb/client/http-answer';
import { newAuthority } from '#test/support/http/certificates';
import { listen } from '#test/support/http/listen';

/** What a reader makes of bytes that come in pieces of a length. */
function readIn(pieces: number, text: string, isEnd = false) {
  const reader = new HttpAnswerReader();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieces) {
    const answer = reader.add(bytes.subarray(at, at + pieces));
    if (answer !== undefined) return { ...answer, unread: Math.max(0, bytes.length - at - pieces) };
  }
  return isEnd ? reader.end() : undefined;
}

describe('an answer', () => {
  const sized = 'HTTP/1.1 200 OK\r\nContent-Type: x\r\nContent-Length: 7\r\n\r\n{"ä":1}'.replace('7', '8');
  const chunked =
    'HTTP/1.1 400 Bad\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{"a\r\n6;x=y\r\n":"0\r\n\r\n2\r\n"}\r\n0\r\n\r\n';

  test.each([1, 2, 3, 7, 1_000])('is read from pieces of %d bytes', (pieces) => {
    expect(readIn(pieces, sized)).toEqual({ status: 200, text: '{"ä":1}', keepsOpen: true, unread: 0 });
    expect(readIn(pieces, chunked)).toEqual({ status: 400, text: '{"a":"0\r\n"}', keepsOpen: true, unread: 0 });
  });

  test('may come after a prelude, and tell that the connection ends', () => {
    const text = `HTTP/1.1 100 Continue\r\n\r\n${sized.replace('Content-Type: x', 'connection: Close')}`;

    expect(readIn(5, text)).toMatchObject({ status: 200, text: '{"ä":1}', keepsOpen: false });
    expect(readIn(5, sized.replace('1.1', '1.0'))).toMatchObject({ status: 200, keepsOpen: false });
  });

  test('without a length ends with the connection; one that is cut off is none', () => {
    expect(readIn(9, 'HTTP/1.1 503 Busy\r\nServer: x\r\n\r\nlater', true)).toMatchObject({
      status: 503,
      text: 'later',
    });
    expect(readIn(9, sized.slice(0, -1), true)).toBeUndefined();
    expect(readIn(9, chunked.slice(0, -1), true)).toBeUndefined();
  });

  test.each([
    ['of another protocol', 'SSH-2.0-x\r\n\r\n'],
    ['whose head has no end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}`],
    ['that is longer than announced', `${sized}HTTP/1.1`],
    ['whose chunks have no size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n0\r\n\r\n'],
  ])('%s is refused', (_what, text) => {
    expect(() => readIn(100_000, text)).toThrow('not HTTP/1.1');
  });
});

describe('connections', () => {
  const ends: (() => void | Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  /** A server that answers each request with the number of its connection and of the request on it. */
  async function serve(answer: (socket: Socket, text: string) => void = (socket, text) => socket.write(text)) {
    const sockets: Socket[] = [];
    const server = createTcp((socket) => {
      const connection = sockets.push(socket);
      let requests = 0;
      socket.on('error', () => undefined);
      socket.on('data', () => {
        requests += 1;
        answer(socket, `HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n${String(connection)}.${String(requests)}`);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = new URL(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
    ends.push(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    return { url, sockets };
  }

  const open = (url: URL, most = 50, timeoutMs = 60_000): ((request?: string) => Promise<string>) => {
    const connections = new Connections(url, timeoutMs, most);
    ends.push(() => {
      connections.close();
    });
    return async (request = 'POST / HTTP/1.1\r\n\r\n') => (await connections.send(request)).text;
  };

  test('are used again, and as many as are needed at once', async () => {
    const { url } = await serve();
    const send = open(url);

    expect([await send(), await send()]).toEqual(['1.1', '1.2']);
    expect((await Promise.all([send(), send(), send()])).toSorted()).toEqual(['1.3', '2.1', '3.1']);
  });

  test('are never more than allowed: the other requests wait for their turn', async () => {
    const { url, sockets } = await serve();
    const send = open(url, 2);

    expect(new Set(await Promise.all(Array.from({ length: 10 }, () => send()))).size).toBe(10);
    expect(sockets).toHaveLength(2);
  });

  test('that end are replaced for those that wait', async () => {
    const { url, sockets } = await serve((socket, text) =>
      text.endsWith('.3') ? socket.end(text.replace('OK', 'OK\r\nConnection: close')) : socket.write(text),
    );
    const send = open(url, 2);

    const answers = await Promise.all(Array.from({ length: 10 }, () => send()));

    expect(answers).toHaveLength(10);
    expect(new Set(answers).size).toBe(10);
    expect(sockets.length).toBeGreaterThanOrEqual(4);
  });

  test('that the server has ended are not used again', async () => {
    const { url, sockets } = await serve();
    const send = open(url);
    await Promise.all([send(), send()]);

    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.on('close', resolve).destroySoon())));
    await expect(send().catch(() => send())).resolves.toBe('3.1');
  });

  test('that break fail the request that they carry', async () => {
    const { url } = await serve((socket) => void socket.destroy());

    await expect(open(url)()).rejects.toThrow(/closed the connection|ECONNRESET/);
    await expect(open(new URL('http://127.0.0.1:1'))()).rejects.toThrow('ECONNREFUSED');
  });

  test('that send no HTTP, or nothing in time, fail the request', async () => {
    const { url } = await serve((socket) => socket.write('+PONG\r\n\r\n'));
    const { url: silent } = await serve(() => undefined);

    await expect(open(url)()).rejects.toThrow('not HTTP/1.1');
    await expect(open(silent, 50, 50)()).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('over TLS trust the authorities of the process, and the name of the server', async () => {
    const authority = newAuthority();
    const server = createHttps({ ...authority.issue('localhost') }, (_request, response) => void response.end('{}'));
    const { port, stop } = await listen(server);
    ends.push(stop);
    const [known, unknown] = [`https://localhost:${String(port)}`, `https://127.0.0.1:${String(port)}`];
    const request = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n';
    const before = getCACertificates('default');
    ends.push(() => {
      setDefaultCACertificates(before);
    });

    await expect(open(new URL(known))(request)).rejects.toMatchObject({ code: expect.stringContaining('SIGNATURE') });
    setDefaultCACertificates([authority.cert]);
    const send = open(new URL(known));
    expect([await send(request), await send(request)]).toEqual(['{}', '{}']);
    expect(await open(new URL(known))(request)).toBe('{}');
    await expect(open(new URL(unknown))(request)).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });
});
