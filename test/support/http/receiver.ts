/** A receiver of push messages on this machine: it notes what comes and answers as it is told. */
import {
  createServer as createHttp,
  type IncomingHttpHeaders,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { Socket } from 'node:net';
import type { ServerCertificate } from './certificates.ts';
import { listen } from './listen.ts';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly atMs: number;
}

/** A status, or anything else that a server may do. */
export type Behaviour = number | ((response: ServerResponse, socket: Socket, path: string) => void);

export interface Receiver {
  readonly port: number;
  /** Ends in no slash. */
  readonly url: string;
  readonly received: Received[];
  /** Answers in this order, the last one for ever. */
  answer(...behaviours: readonly Behaviour[]): void;
  stop(): Promise<void>;
}

export const hang: Behaviour = () => undefined;
export const reset: Behaviour = (_response, socket) => {
  socket.destroy();
};
export const redirectTo =
  (location: string): Behaviour =>
  (response) => {
    response.writeHead(302, { location }).end();
  };

export async function startReceiver(certificate?: ServerCertificate): Promise<Receiver> {
  const received: Received[] = [];
  let behaviours: readonly Behaviour[] = [200];
  const listener: RequestListener = (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      received.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body,
        atMs: Date.now(),
      });
      const [behaviour = 200, ...later] = behaviours;
      if (later.length > 0) behaviours = later;
      if (typeof behaviour === 'number') response.writeHead(behaviour).end();
      else behaviour(response, request.socket, request.url ?? '');
    });
  };
  const server = certificate === undefined ? createHttp(listener) : createHttps({ ...certificate }, listener);
  const { port, url, stop } = await listen(server);
  return {
    port,
    url: certificate === undefined ? url : `https://localhost:${String(port)}`,
    received,
    answer(...next) {
      behaviours = next;
    },
    stop,
  };
}

/** `channel number state`, as they came. */
export const messages = (received: readonly Received[]): string[] =>
  received.map(({ headers }) =>
    [headers['x-goog-channel-id'], headers['x-goog-message-number'], headers['x-goog-resource-state']].join(' '),
  );
