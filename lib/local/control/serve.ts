/** Stands before the functions of a local stack: serves `/_almanac/`, applies faults, records requests. */
import type { Context } from 'aws-lambda';
import { ApiError } from '#lib/api/errors';
import { watchMeters, type Meter, type MeteredCall } from '#lib/api/process/meter';
import { applyFault } from '#lib/local/faults/http/apply';
import type { Interceptor, ReceivedRequest } from '#lib/local/gateway/gateway';
import { answerOf, jsonAnswer, type HttpAnswer } from '#lib/local/gateway/http-answer';
import { httpEvent } from '#lib/local/gateway/http-event';
import { envelopeOf } from '#lib/middleware/response/error-response';
import type { Handler } from '#lib/middleware/serve';
import { systemClock } from '#lib/runtime/process/clock';
import { controlRefusal } from './guard.ts';
import type { DatabaseCall, RecordedRequest } from './model/records.ts';
import type { Traffic } from './open-control.ts';
import { operationIdOf } from './operation-ids.ts';

const PREFIX = '/_almanac/';
const FAULT_HEADER = 'x-almanac-fault';
const TOKENS = ['pageToken', 'syncToken'];
const SECRETS = new Set(['key', 'access_token', 'oauth_token']);

export interface ControlOptions extends Traffic {
  /** Resolves when the stack is ready. */
  readonly handler: Promise<Handler>;
  /** Undefined on loopback. */
  readonly secret: string | undefined;
  /** The command that prints a token of this stack. */
  readonly tokenCommand: string;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
}

function askedBy({ method = 'GET', url = '/' }: ReceivedRequest['request']): Asked {
  const [path = '', ...rest] = url.split('?');
  return { method, path, query: new URLSearchParams(rest.join('?')) };
}

const errorAnswer = (error: ApiError): HttpAnswer => jsonAnswer(error.code, envelopeOf(error, 'almanac'));

async function serveControl({ request, body, requestId }: ReceivedRequest, handler: Handler): Promise<HttpAnswer> {
  const { path, query } = askedBy(request);
  const rawPath = decodeURI(path);
  const routed = { routeKey: '$default', pathParameters: {}, rawPath, rawQueryString: query.toString() };
  const result = await handler(httpEvent(request, body ?? Buffer.alloc(0), routed, requestId), {} as Context);
  return answerOf(result) ?? jsonAnswer(500, { message: 'Internal Server Error' });
}

async function serveDocument({ request }: ReceivedRequest, tokenCommand: string): Promise<HttpAnswer> {
  // Loaded with the first question, like the operations themselves.
  const { localDocument } = await import('./openapi.ts');
  const document = JSON.stringify(localDocument(`http://${request.headers.host ?? 'localhost'}/`, tokenCommand));
  return { ...jsonAnswer(200, document), headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } };
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/** Forms with codes, secrets and refresh tokens. */
const IS_SIGN_IN = /^\/(?:token|revoke|o\/oauth2|oauth2|device)(?:\/|$)/;

const queryOf = (query: URLSearchParams): Record<string, string[]> =>
  Object.fromEntries(
    [...new Set(query.keys())].filter((name) => !SECRETS.has(name)).map((name) => [name, query.getAll(name)]),
  );

/** The secret of an address under which a calendar is read. */
const withoutSecret = (path: string): string =>
  path.replace(/^(\/calendar\/ical\/.*\/private-)[^/]+(?=\/basic\.ics$)/, '$1...');

const rounded = (ms: number): number => Math.round(ms * 100) / 100;

const callsOf = (calls: readonly MeteredCall[], startedAt: number): DatabaseCall[] =>
  calls
    .toSorted((a, b) => a.startedAt - b.startedAt)
    .map((call) => ({
      name: call.name,
      startedMs: rounded(call.startedAt - startedAt),
      ms: rounded(call.endedAt - call.startedAt),
      capacity: call.capacity,
    }));

interface AnsweredRequest {
  readonly at: Date;
  readonly asked: Asked;
  /** The body, if it may be shown. */
  readonly sent: string | undefined;
  readonly status: number;
  readonly startedAt: number;
  readonly ms: number;
  readonly calls: readonly MeteredCall[];
}

/** Holds on to these and nothing else of the request, whose connection would stay in memory. */
const describing =
  ({ at, asked: { method, path, query }, sent, status, startedAt, ms, calls }: AnsweredRequest) =>
  (): Omit<RecordedRequest, 'number'> => ({
    at: at.toISOString(),
    method,
    path: withoutSecret(path),
    query: queryOf(query),
    ...(sent !== undefined && { body: parsed(sent) }),
    status,
    ms: rounded(ms),
    calls: callsOf(calls, startedAt),
  });

export function controlInterceptor(options: ControlOptions): Interceptor {
  const { records, faults, requests, handler, secret, tokenCommand } = options;

  async function serveWithFaults(
    { request, requestId }: ReceivedRequest,
    { method, path, query }: Asked,
    answer: () => Promise<HttpAnswer>,
  ): Promise<HttpAnswer> {
    const header = request.headersDistinct[FAULT_HEADER]?.join('; ');
    const isPlain = header === undefined && faults.list().length === 0;
    const operation = isPlain ? undefined : operationIdOf(method, path);
    const hasToken = TOKENS.some((name) => query.has(name));
    const rule = isPlain ? undefined : faults.faultFor({ header, operation, hasToken });
    if (rule === undefined) return answer();
    const service = operation?.split('.')[0] ?? path.split('/')[1] ?? '';
    return applyFault(rule, { service, requestId, query, answer });
  }

  return async (received, answer) => {
    const { request, body } = received;
    const asked = askedBy(request);
    const { method, path } = asked;
    const isControl = path.startsWith(PREFIX);
    // With `--https`, requests with faults come under the names of Google's hosts, too.
    if (isControl || (secret !== undefined && request.headers[FAULT_HEADER] !== undefined)) {
      const refusal = controlRefusal(request.headers, secret);
      if (refusal !== undefined) return errorAnswer(refusal);
    }
    if (isControl) return serveControl(received, await handler);
    if (method === 'GET' && path === '/openapi.json') return serveDocument(received, tokenCommand);
    return requests.pass(async () => {
      const at = systemClock.now();
      const startedAt = performance.now();
      const meters: Meter[] = [];
      const made = await watchMeters(
        (meter) => meters.push(meter),
        () => serveWithFaults(received, asked, answer),
      ).catch((error: unknown) => {
        if (error instanceof ApiError) return errorAnswer(error);
        throw error;
      });
      const ms = performance.now() - startedAt;
      const status = made.cutAfter === 0 ? 0 : made.statusCode;
      const isShown = body !== undefined && body.length > 0 && !IS_SIGN_IN.test(path);
      // A copy: the body itself is a part of what came together over the network.
      const sent = isShown ? body.toString() : undefined;
      const calls = meters.flatMap((meter) => meter.calls);
      records.addRequest(body?.length ?? 0, describing({ at, asked, sent, status, startedAt, ms, calls }));
      return made;
    });
  };
}
