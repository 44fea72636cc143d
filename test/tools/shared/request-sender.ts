/**
 * Used by several tools: this file sends requests through the deployment's routes, to functions in this process or over
 * HTTP.
 * `stack-process.ts` runs `npm start` as a child process, `random.ts` makes repeatable random choices.
 */
import { request as httpRequest } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { router } from '#lib/api/routes';
import { GatewayRefusal } from '#lib/local/gateway/refusal';
import { routeRequest } from '#lib/local/gateway/route-request';
import { invoke } from '#lib/local/lambda/invoke';
import { readDeployment, type DeployedFunction } from '#lib/package/template/deployment';
import { request as bareEvent } from '#test/tools/measure/measure';

export interface SentRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly ms: number;
}

export type SendRequest = (sent: SentRequest) => Promise<ReceivedAnswer>;

function textOf(bytes: Buffer, headers: Readonly<Record<string, string>>): string {
  return (headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** The gateway's own refusals do not reach a function. */
function routedOr<Found>(find: () => Found): Found | ReceivedAnswer {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof GatewayRefusal)) throw error;
    const { statusCode, message } = error;
    const headers = { 'content-type': 'application/json' };
    return { status: statusCode, headers, text: JSON.stringify({ message }), ms: 0 };
  }
}

/** Calls the handlers directly. They are loaded on first use, so the environment must be set before. */
export function sendToHandlers(): SendRequest {
  const routes = router<DeployedFunction>(
    readDeployment('proof').functions.flatMap((target) => target.routes.map((route) => [route, target] as const)),
  );
  return async ({ method, url, headers, body }) => {
    const routed = routedOr(() => routeRequest(routes, method, url));
    if ('status' in routed) return routed;
    const { target, ...route } = routed;
    const event: APIGatewayProxyEventV2 = {
      ...bareEvent(method, '/', ''),
      ...route,
      headers: { host: 'almanac.test', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : Buffer.from(body).toString('base64') }),
      isBase64Encoded: body !== undefined && typeof body !== 'string',
    };
    // An address that tests do not have: what is guessed wrong here would keep them waiting for a minute.
    Object.assign(event.requestContext.http, { method, sourceIp: '203.0.113.9' });
    const startedAt = performance.now();
    const answer = (await invoke(target, event)) as APIGatewayProxyStructuredResultV2;
    const ms = performance.now() - startedAt;
    const answered = Object.fromEntries(
      Object.entries(answer.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    const bytes = Buffer.from(answer.body ?? '', answer.isBase64Encoded === true ? 'base64' : 'utf8');
    return { status: answer.statusCode ?? 0, headers: answered, text: textOf(bytes, answered), ms };
  };
}

/** Over a connection, to cover what HTTP itself does to a request. */
export const sendOverHttp =
  (rootUrl: string): SendRequest =>
  ({ method, url, headers, body }) =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const { hostname, port } = new URL(rootUrl);
      // Without a length, the body of a GET would be read as the next request.
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const call = httpRequest(
        { hostname, port, method, path: url, headers: { ...headers, ...length } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
          response.on('end', () => {
            const answered = Object.fromEntries(
              Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
            );
            resolve({
              status: response.statusCode ?? 0,
              headers: answered,
              text: textOf(Buffer.concat(chunks), answered),
              ms: performance.now() - startedAt,
            });
          });
        },
      );
      call.on('error', reject).end(body);
    });
