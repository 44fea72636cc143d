/** A proxy that leads connections to Google's hosts to the local stack, and refuses all others. */
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer } from '#lib/api/process/node-http';
import { listen, type Listening } from '#lib/local/gateway/listen';
import { isHostName } from './host-names.ts';

const HTTPS_PORT = '443';

const refusalOf = (target: string): string =>
  `This proxy answers for Google's hosts alone, over HTTPS. It does not lead to ${JSON.stringify(target)}.\n`;

function refuse(client: Duplex, target: string): void {
  const text = refusalOf(target);
  client.end(
    `HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${String(Buffer.byteLength(text))}\r\nConnection: close\r\n\r\n${text}`,
  );
}

/** `www.googleapis.com:443` */
function isServed(target: string): boolean {
  const [, host = '', port] = /^([^:]+):(\d+)$/.exec(target) ?? [];
  return port === HTTPS_PORT && isHostName(host);
}

/** `httpsPort` is where the stack listens with TLS, on this machine. */
export async function startProxy(httpsPort: number, port: number): Promise<Listening> {
  const open = new Set<Duplex>();
  const server = createServer((request, response) => {
    response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(refusalOf(request.url ?? ''));
  });
  server.on('connect', ({ url = '' }: IncomingMessage, client: Duplex, first: Buffer) => {
    // Either side may end in the middle.
    client.on('error', () => client.destroy());
    if (!isServed(url)) {
      refuse(client, url);
      return;
    }
    const stack: Socket = connect(httpsPort, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      if (first.length > 0) stack.write(first);
      stack.pipe(client);
      client.pipe(stack);
    });
    for (const [side, other] of [
      [client, stack],
      [stack, client],
    ] as const) {
      open.add(side);
      side.on('error', () => other.destroy());
      side.on('close', () => {
        open.delete(side);
        other.destroy();
      });
    }
  });
  const { port: bound, stop } = await listen(server, port);
  return {
    port: bound,
    stop() {
      for (const side of open) side.destroy();
      return stop();
    },
  };
}
