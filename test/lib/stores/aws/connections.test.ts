import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, test } from '@jest/globals';
import { openConnections, type Connections } from '#lib/stores/aws/connections';
import { newAuthority } from '#test/support/http/certificates';
import { listen, type Listening } from '#test/support/http/listen';

const PATIENT_MS = 120_000;
const HEADERS = { host: 'database', 'x-amz-target': 'DynamoDB_20120810.GetItem' };

const opened: { connections: Connections; listening: Listening }[] = [];
afterEach(async () => {
  for (const { connections, listening } of opened.splice(0)) {
    connections.close();
    await listening.stop();
  }
});

/** A server and connections to it; `sockets` are those that it has accepted. */
async function connected(
  answer: RequestListener,
  { isSecure = false, hosts = ['localhost'], timeoutMs = PATIENT_MS } = {},
): Promise<{ connections: Connections; sockets: Socket[]; asked: string[] }> {
  const asked: string[] = [];
  const note: RequestListener = (request, response) => {
    let text = '';
    request.on('data', (piece: Buffer) => (text += piece.toString()));
    request.on('end', () => {
      asked.push(`${String(request.method)} ${String(request.headers['x-amz-target'])} ${text}`);
      void answer(request, response);
    });
  };
  const server = isSecure ? createSecureServer(authority.issue(...hosts), note) : createServer(note);
  const sockets: Socket[] = [];
  server.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket) => sockets.push(socket));
  const listening = await listen(server);
  const url = isSecure ? `https://localhost:${String(listening.port)}` : listening.url;
  const connections = openConnections(new URL(url), timeoutMs);
  opened.push({ connections, listening });
  return { connections, sockets, asked };
}

const authority = newAuthority();
const sayOk: RequestListener = (_request, response) => void response.end('{"ä":1}');

describe('requests', () => {
  test('one after another share a connection', async () => {
    const { connections, sockets, asked } = await connected(sayOk);

    for (const body of ['{"a":"ä"}', '{}', '{"b":2}'])
      expect(await connections.post(HEADERS, body)).toEqual({ status: 200, text: '{"ä":1}', staysOpen: true });

    expect(asked).toEqual(['{"a":"ä"}', '{}', '{"b":2}'].map((body) => `POST DynamoDB_20120810.GetItem ${body}`));
    expect(sockets).toHaveLength(1);
  });

  test('at once have a connection each, fifty at most, and are all answered once', async () => {
    const { connections, sockets, asked } = await connected(sayOk);
    const bodies = Array.from({ length: 120 }, (_, index) => String(index));

    const answers = await Promise.all(bodies.map((body) => connections.post(HEADERS, body)));

    expect(answers.map(({ text }) => text)).toEqual(bodies.map(() => '{"ä":1}'));
    expect(asked).toHaveLength(bodies.length);
    expect(sockets).toHaveLength(50);
  });

  test('are answered in many pieces, in chunks', async () => {
    const long = 'ä'.repeat(300_000);
    const { connections } = await connected((_request, response) => {
      response.write(long);
      response.end(long);
    });

    expect((await connections.post(HEADERS, '{}')).text).toBe(long + long);
  });

  test('are answered as a whole by a server that names no length and ends the connection', async () => {
    const { connections, sockets } = await connected(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n{"in":');
      setImmediate(() => socket.end('"two pieces"}'));
    });

    for (const body of ['{"a":1}', '{"b":2}'])
      expect(await connections.post(HEADERS, body)).toMatchObject({ status: 200, text: '{"in":"two pieces"}' });
    expect(sockets).toHaveLength(2);
  });

  test('have a new connection after one that the server leaves open though it says that it is closed', async () => {
    const { connections, sockets } = await connected(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}');
    });

    for (let count = 1; count <= 2; count += 1) {
      expect((await connections.post(HEADERS, '{}')).text).toBe('{}');
      const [socket] = sockets.slice(-1);
      if (socket?.closed === false) await once(socket, 'close');
      expect(sockets).toHaveLength(count);
    }
  });

  test('have a new connection after one that brought what nobody asked for', async () => {
    const { connections, sockets } = await connected(sayOk);
    expect((await connections.post(HEADERS, '{}')).text).toBe('{"ä":1}');
    const [first] = sockets;
    first?.write('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\n"evil"');
    if (first !== undefined) await once(first, 'close');

    expect((await connections.post(HEADERS, '{}')).text).toBe('{"ä":1}');
    expect(sockets).toHaveLength(2);
  });

  test('have a new connection after one that the server has closed, with its answer or later', async () => {
    const { connections, sockets } = await connected((_request, response) => {
      if (sockets.length === 1) response.setHeader('connection', 'close');
      response.end('{}');
    });

    await connections.post(HEADERS, '{}');
    await connections.post(HEADERS, '{}');
    const [, second] = sockets;
    // It is closed when our side has closed it as well.
    const closed = once(second as Socket, 'close');
    second?.end();
    await closed;
    expect((await connections.post(HEADERS, '{}')).status).toBe(200);

    expect(sockets).toHaveLength(3);
  });
});

describe('a request fails', () => {
  test('when the connection ends before or within its answer, and those that wait go on', async () => {
    let count = 0;
    const { connections } = await connected((_request, response) => {
      count += 1;
      if (count === 1) response.destroy();
      else if (count === 2) response.writeHead(200, { 'content-length': 5 }).write('{', () => response.destroy());
      else response.end('{}');
    });

    await expect(connections.post(HEADERS, '{}')).rejects.toThrow();
    await expect(connections.post(HEADERS, '{}')).rejects.toThrow();
    expect((await connections.post(HEADERS, '{}')).text).toBe('{}');
  });

  test('when the connection breaks within an answer that has no length', async () => {
    const { connections } = await connected(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n{"half":');
      // The client has read it by then; if not, the request fails all the same.
      setTimeout(() => socket.resetAndDestroy(), 50);
    });

    await expect(connections.post(HEADERS, '{}')).rejects.toThrow('ECONNRESET');
  });

  test('when the answer is not HTTP, and the next one has a new connection', async () => {
    let isHttp = false;
    const { connections, sockets } = await connected((request, response) => {
      if (isHttp) void sayOk(request, response);
      else request.socket.write('220 mail.example.com ESMTP\r\n\r\n');
    });

    await expect(connections.post(HEADERS, '{}')).rejects.toThrow('something that is not HTTP');
    isHttp = true;
    expect((await connections.post(HEADERS, '{}')).text).toBe('{"ä":1}');
    expect(sockets).toHaveLength(2);
  });

  test('when the server is silent', async () => {
    const { connections } = await connected(() => undefined, { timeoutMs: 50 });

    await expect(connections.post(HEADERS, '{}')).rejects.toThrow('does not answer');
  });

  test('when nobody listens, and when the connections are closed', async () => {
    const { connections } = await connected(() => undefined);
    const [pending] = [connections.post(HEADERS, '{}')];
    connections.close();
    await expect(pending).rejects.toThrow('closed');

    const { listening } = opened[0] ?? {};
    await listening?.stop();
    await expect(connections.post(HEADERS, '{}')).rejects.toThrow('ECONNREFUSED');
  });
});

describe('over TLS', () => {
  test('a certificate of a known authority for the name of the server is accepted', async () => {
    const known = getCACertificates();
    setDefaultCACertificates([...known, authority.cert]);
    try {
      const { connections } = await connected(sayOk, { isSecure: true });
      const both = await Promise.all([connections.post(HEADERS, '{}'), connections.post(HEADERS, '{}')]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);

      const other = await connected(sayOk, { isSecure: true, hosts: ['elsewhere.example'] });
      await expect(other.connections.post(HEADERS, '{}')).rejects.toThrow(
        expect.objectContaining({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }),
      );
      expect(other.asked).toEqual([]);
    } finally {
      setDefaultCACertificates(known);
    }
  });

  test('any other is not, and the request is not sent', async () => {
    const { connections, asked } = await connected(sayOk, { isSecure: true });

    await expect(connections.post(HEADERS, '{}')).rejects.toThrow(/certificate/);
    expect(asked).toEqual([]);
  });
});
