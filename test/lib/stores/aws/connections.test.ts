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
