/**
 * API Gateway on a laptop: this folder serves the routes of a deployment over HTTP.
 * A request goes through `route-request.ts` (find the function), `http-event.ts` (the event it gets) and
 * `http-answer.ts` (the response it returned); `refusal.ts` is what API Gateway itself answers. Like an HTTP API
 * without CORS settings, it passes preflight requests to the function. `google-hosts/` serves the same over HTTPS under
 * the names of Google's hosts.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from '#lib/api/process/node-http';
import { router, type Router } from '#lib/api/routes';
import { invoke, isTooLarge } from '#lib/local/lambda/invoke';
import type { DeployedFunction } from '#lib/package/template/deployment';
import { answerOf, jsonAnswer, sendAnswer, type HttpAnswer } from './http-answer.ts';
import { httpEvent, newRequestId } from './http-event.ts';
import { listen } from './listen.ts';
import { GatewayRefusal } from './refusal.ts';
import { routeRequest } from './route-request.ts';

// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
const MAX_BODY_BYTES = 10 * 1024 * 1024;
const MAX_HEAD_BYTES = 10_240;
const MAX_WAIT_MS = 30_000;
/** Node's own limit is set higher, so that our error message is sent. */
export const SERVER_OPTIONS = { maxHeaderSize: 1024 * 1024 } as const;

export interface Gateway {
  /** `http://127.0.0.1:8080/` */
  readonly rootUrl: string;
  /** For further servers of the same routes. */
  readonly handler: RequestListener;
  stop(): Promise<void>;
}

type LoggedRequest = Pick<IncomingMessage, 'method' | 'url'>;

/** Logs a request and its answer. */
export type RequestLog = (request: LoggedRequest, answer: () => Promise<HttpAnswer>) => Promise<HttpAnswer>;

/** A request whose body has been read; undefined if it is too large. */
export interface ReceivedRequest {
  readonly request: IncomingMessage;
  readonly body: Buffer | undefined;
  readonly requestId: string;
}

/** Stands between the server and the functions: may answer itself, or change what they answer. */
export type Interceptor = (received: ReceivedRequest, answer: () => Promise<HttpAnswer>) => Promise<HttpAnswer>;

const noLog: RequestLog = (_request, answer) => answer();
const passOn: Interceptor = (_received, answer) => answer();

type Target = Pick<DeployedFunction, 'name' | 'file'>;

export interface GatewayOptions {
  readonly functions: readonly (Target & Pick<DeployedFunction, 'routes'>)[];
  /** 0 for any free port. */
  readonly port: number;
  /** Requests wait until this resolves. */
  readonly ready?: Promise<unknown>;
  /** Time limit of a function. */
  readonly maxWaitMs?: number;
  readonly log?: RequestLog | undefined;
  readonly intercept?: Interceptor | undefined;
  /** The address to listen on; 127.0.0.1 when left out. */
  readonly host?: string | undefined;
}

interface ServeOptions {
  readonly routes: Router<Target>;
  readonly ready: Promise<unknown> | undefined;
  readonly maxWaitMs: number;
  readonly log: RequestLog;
  readonly intercept: Interceptor;
}

export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { functions, port, ready, maxWaitMs = MAX_WAIT_MS, log = noLog, intercept = passOn, host } = options;
  const routes = router<Target>(functions.flatMap((target) => target.routes.map((route) => [route, target] as const)));
  const handler: RequestListener = (request, response) => {
    // The client closed the connection during its request.
    serve(request, response, { routes, ready, maxWaitMs, log, intercept }).catch(() => response.destroy());
  };
  const { port: bound, stop } = await listen(createServer(SERVER_OPTIONS, handler), port, host);
  return { rootUrl: `http://127.0.0.1:${String(bound)}/`, handler, stop };
}

async function serve(request: IncomingMessage, response: ServerResponse, means: ServeOptions): Promise<void> {
  const requestId = newRequestId();
  const body = await readBody(request);
  await means.ready;
  const answerIt = (): Promise<HttpAnswer> =>
    means.intercept({ request, body, requestId }, () => answer(request, body, requestId, means));
  sendAnswer(response, await means.log(request, answerIt), requestId);
}

async function answer(
  request: IncomingMessage,
  body: Buffer | undefined,
  requestId: string,
  { routes, maxWaitMs }: ServeOptions,
): Promise<HttpAnswer> {
  try {
    if (headBytes(request) > MAX_HEAD_BYTES) throw new GatewayRefusal(431, 'Request Header Fields Too Large');
    const routed = routeRequest(routes, request.method ?? 'GET', request.url ?? '/');
    const event = body && httpEvent(request, body, routed, requestId);
    if (event === undefined || isTooLarge(event)) throw new GatewayRefusal(413, 'Request Entity Too Large');
    const result = await withTimeout(invoke(routed.target, event), maxWaitMs);
    const made = isTooLarge(result) ? undefined : answerOf(result);
    if (made === undefined) throw new Error(`${routed.target.name} returned no answer, or more than Lambda allows.`);
    return made;
  } catch (error) {
    if (error instanceof GatewayRefusal) return jsonAnswer(error.statusCode, { message: error.message });
    console.error(error);
    return jsonAnswer(500, { message: 'Internal Server Error' });
  }
}

/** "Total combined size of request line and header values". */
function headBytes({ method = '', url = '', httpVersion, headersDistinct }: IncomingMessage): number {
  const values = Object.values(headersDistinct).flatMap((texts) => texts ?? []);
  return [`${method} ${url} HTTP/${httpVersion}`, ...values].reduce(
    (total, text) => total + Buffer.byteLength(text, 'latin1'),
    0,
  );
}

/**
 * The function keeps running. The documents promise 504 for REST APIs; HTTP APIs answer 503:
 * https://github.com/serverless/serverless/issues/11222
 */
async function withTimeout<Result>(work: Promise<Result>, maxWaitMs: number): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new GatewayRefusal(503, 'Service Unavailable'));
  }, maxWaitMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Undefined if the body is too large for API Gateway; the rest is read and dropped. */
function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
    });
    request.on('end', () => {
      resolve(bytes > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks));
    });
    request.on('error', reject);
  });
}
