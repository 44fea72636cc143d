/** Serves the routes of a deployment over HTTP, as its API Gateway would. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { CannotStart } from './cannot-start.ts';
import type { DeployedFunction } from './deployment.ts';
import { failedWith } from './failed-with.ts';
import { httpEvent, splitUrl } from './http-event.ts';
import { invoke, LARGEST_PAYLOAD_BYTES } from './invoke.ts';
import { router, type Match, type Router } from './routes.ts';

const LARGEST_BODY_BYTES = 10 * 1024 * 1024;
/** Answers shorter than this cannot pass Lambda's limit, whatever their JSON form. */
const SURELY_SMALL_BYTES = LARGEST_PAYLOAD_BYTES / 6;

export interface Gateway {
  /** `http://127.0.0.1:8080/` */
  readonly rootUrl: string;
  stop(): Promise<void>;
}

type Target = Pick<DeployedFunction, 'name' | 'file'>;

export interface GatewayOptions {
  readonly functions: readonly (Target & Pick<DeployedFunction, 'routes'>)[];
  /** 0 for any that is free. */
  readonly port: number;
  /** Requests that come earlier wait for it. */
  readonly ready?: Promise<unknown>;
}

export function startGateway({ functions, port, ready }: GatewayOptions): Promise<Gateway> {
  const routes = router<Target>(functions.flatMap((target) => target.routes.map((route) => [route, target] as const)));
  const server = createServer((request, response) => {
    // Only a client that goes away in the middle of its request gets here.
    answer(request, response, routes, ready).catch(() => response.destroy());
  });
  return new Promise((resolve, reject) => {
    server.on('error', (error) => {
      const isTaken = failedWith(error, { code: 'EADDRINUSE' });
      reject(isTaken ? new CannotStart(`Port ${String(port)} is taken. Stop what uses it, or choose another with --port N.`) : error);
    });
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      resolve({
        rootUrl: `http://127.0.0.1:${String(bound)}/`,
        stop: () => new Promise((stopped) => {
          server.close(() => { stopped(); });
          server.closeIdleConnections();
        }),
      });
    });
  });
}

async function answer(request: IncomingMessage, response: ServerResponse, routes: Router<Target>, ready: Promise<unknown> | undefined): Promise<void> {
  const { rawPath } = splitUrl(request.url);
  const body = await readBody(request);
  await ready;
  send(response, rawPath === '/healthz' ? json(200, { status: 'ok' }) : await call(request, body, routes.match(request.method ?? 'GET', rawPath)));
}

async function call(request: IncomingMessage, body: Buffer | undefined, match: Match<Target> | undefined): Promise<APIGatewayProxyStructuredResultV2> {
  if (match === undefined) return json(404, { message: 'Not Found' });
  const event = body && httpEvent(request, body, match);
  if (event === undefined || isTooLarge(event)) return json(413, { message: 'Request Entity Too Large' });
  try {
    const result = (await invoke(match.target, event, event.requestContext.requestId)) as APIGatewayProxyStructuredResultV2;
    if (isTooLarge(result)) throw new Error(`The answer of ${match.target.name} is larger than Lambda allows.`);
    return result;
  } catch (error) {
    console.error(error);
    return json(500, { message: 'Internal Server Error' });
  }
}

const isTooLarge = (payload: APIGatewayProxyEventV2 | APIGatewayProxyStructuredResultV2): boolean =>
  (payload.body ?? '').length > SURELY_SMALL_BYTES && Buffer.byteLength(JSON.stringify(payload)) > LARGEST_PAYLOAD_BYTES;

/** Undefined for a body that API Gateway would not take; the rest of it is read and dropped. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= LARGEST_BODY_BYTES) chunks.push(chunk);
  }
  return bytes > LARGEST_BODY_BYTES ? undefined : Buffer.concat(chunks);
}

function send(response: ServerResponse, { statusCode = 200, headers = {}, cookies, body = '', isBase64Encoded = false }: APIGatewayProxyStructuredResultV2): void {
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
  if (cookies !== undefined) response.setHeader('set-cookie', cookies);
  if (statusCode !== 204 && statusCode !== 304 && !response.hasHeader('content-length')) response.setHeader('content-length', bytes.length);
  response.writeHead(statusCode).end(bytes);
}

const json = (statusCode: number, value: unknown): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});
