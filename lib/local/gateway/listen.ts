/** Servers of this machine, on 127.0.0.1 unless another address is asked for. */
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { StartupError } from '#lib/command/startup-error';
import { hasErrorCode } from '#lib/local/process/has-error-code';

export interface Listening {
  readonly port: number;
  /** Waits for the requests that are being answered. */
  stop(): Promise<void>;
}

/**
 * Node's own `close` waits for every connection on which no request has come yet, too. Browsers open such connections
 * in advance and keep them for minutes.
 */
function endOf(server: HttpServer | HttpsServer): () => Promise<void> {
  const open = new Set<Socket>();
  const answering = new Set<ServerResponse>();
  let isStopping = false;
  const endUnused = (): void => {
    if (isStopping && answering.size === 0) for (const socket of open) socket.destroySoon();
  };
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
    answering.add(response);
    response.on('close', () => {
      answering.delete(response);
      endUnused();
    });
  });
  return () =>
    new Promise((stopped) => {
      isStopping = true;
      server.close(() => {
        stopped();
      });
      endUnused();
    });
}

/** Port 0 is any that is free. */
export function listen(server: HttpServer | HttpsServer, port: number, host: string = '127.0.0.1'): Promise<Listening> {
  const stop = endOf(server);
  return new Promise((resolve, reject) => {
    server.on('error', (error) => {
      const why = hasErrorCode(error, { code: 'EADDRINUSE' })
        ? 'is taken. Stop what uses it, or choose another with --port N.'
        : hasErrorCode(error, { code: 'EACCES' })
          ? 'is not for everybody. Choose one above 1023 with --port N.'
          : undefined;
      reject(why === undefined ? error : new StartupError(`Port ${String(port)} ${why}`));
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : port,
        stop,
      });
    });
  });
}
