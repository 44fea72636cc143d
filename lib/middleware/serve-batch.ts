/** Batch requests: each part goes through the pipeline by itself and fails alone. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { badRequest, notFound } from '#lib/api/errors';
import {
  boundaryOf,
  readWrittenRequest,
  splitParts,
  writePart,
  type Part,
  type WrittenRequest,
  type WrittenResponse,
} from '#lib/api/multipart';
import { STATUS_CODES } from '#lib/api/process/node-http';
import { segmentsOf, type Router } from '#lib/api/routes';
import type { Exchange } from './exchange/exchange.ts';
import { fitParts, refusal } from './fit-parts.ts';
import { openExchange } from './read-request.ts';
import type { Handler } from './serve.ts';

const MAX_PARTS = 1000;
const MAX_CONCURRENT = 64;

const HEADER_NAMES: Readonly<Record<string, string>> = {
  'content-type': 'Content-Type',
  'content-length': 'Content-Length',
  etag: 'ETag',
  vary: 'Vary',
  'cache-control': 'Cache-Control',
};

interface Task {
  readonly contentId: string | undefined;
  readonly request: WrittenRequest | undefined;
}

/** Path and query of a part's target; a whole URL only when it names this host. */
function localTarget(target: string, rootUrl: string): URL | undefined {
  const url = URL.parse(target, rootUrl);
  return url?.origin === new URL(rootUrl).origin ? url : undefined;
}

interface PartPath {
  readonly routeKey: string;
  readonly rawPath: string;
  readonly pathParameters?: Record<string, string>;
}

/** A part's path comes as the client wrote it, so each segment is decoded here, once, after they were told apart:
 *  ids with slashes and percent signs survive. */
function partPath({ pathname }: URL, routes: Router<unknown>): PartPath | undefined {
  try {
    const segments = segmentsOf(pathname).map(decodeURIComponent);
    const { routeKey, pathParameters } = routes.match('ANY', segments) ?? { routeKey: '$default', pathParameters: {} };
    return { routeKey, rawPath: `/${segments.join('/')}`, pathParameters };
  } catch {
    return undefined;
  }
}

/**
 * Outer headers are inherited except those about the outer body; inner ones win. Outer parameters apply to every part.
 */
function eventOf(
  outer: APIGatewayProxyEventV2,
  exchange: Exchange,
  request: WrittenRequest,
  { search }: URL,
  path: PartPath,
): APIGatewayProxyEventV2 {
  const inherited = Object.entries(exchange.headers).filter(
    ([name]) => !name.startsWith('content-') && name !== 'x-http-method-override',
  );
  // Google's Python client asks for gzip in every part and reads none there: it is the whole answer that may be zipped.
  const { 'accept-encoding': _zipped, ...headers } = { ...Object.fromEntries(inherited), ...request.headers };
  const http = { ...outer.requestContext.http, method: request.method, path: path.rawPath };
  const { body: _body, ...rest } = outer;
  return {
    ...rest,
    ...path,
    rawQueryString: [outer.rawQueryString, search.slice(1)].filter((text) => text !== '').join('&'),
    headers,
    requestContext: { ...outer.requestContext, routeKey: path.routeKey, http },
    ...(request.body !== '' && { body: request.body }),
    isBase64Encoded: false,
  };
}

function written({ statusCode = 200, headers = {}, body = '' }: APIGatewayProxyStructuredResultV2): WrittenResponse {
  const shown = Object.entries(headers).filter(([name]) => !name.startsWith('access-control-'));
  return {
    status: statusCode,
    headers: {
      ...Object.fromEntries(shown.map(([name, value]) => [HEADER_NAMES[name] ?? name, String(value)])),
      'Content-Length': String(Buffer.byteLength(body)),
    },
    body,
  };
}

const readTask = ({ headers, content }: Part): Task => ({
  contentId: headers['content-id'],
  request: /^application\/http\b/i.test(headers['content-type'] ?? 'application/http')
    ? readWrittenRequest(content)
    : undefined,
});

function readTasks(exchange: Exchange): Task[] {
  const boundary = exchange.method === 'POST' ? boundaryOf(exchange.headers['content-type'] ?? '') : undefined;
  if (boundary === undefined) throw badRequest('badRequest', 'A batch is a POST of multipart/mixed with a boundary.');
  const parts = splitParts(exchange.bodyText, boundary);
  if (parts.length === 0) throw badRequest('badRequest', 'The batch has no parts.');
  if (parts.length > MAX_PARTS)
    throw badRequest('badRequest', `The batch has ${String(parts.length)} parts; the maximum is ${String(MAX_PARTS)}.`);
  return parts.map(readTask);
}

/** What a part is about, where that is more than its path says: a service knows. */
export type SubjectOf = (request: WrittenRequest) => string | undefined;

/** Parts that keep their order: those with one subject, and those with one path. */
function laneOf(request: WrittenRequest | undefined, index: number, subjectOf: SubjectOf): string | number {
  const subject = request && subjectOf(request);
  if (subject !== undefined) return `about ${subject}`;
  return request === undefined || request.method === 'POST' ? index : (request.target.split('?')[0] ?? '');
}

/** The lanes run side by side, a bounded number at once. */
async function runAll(
  tasks: readonly Task[],
  subjectOf: SubjectOf,
  run: (task: Task) => Promise<WrittenResponse>,
): Promise<WrittenResponse[]> {
  const answers: WrittenResponse[] = [];
  const lanes = [...Map.groupBy(tasks.entries(), ([index, { request }]) => laneOf(request, index, subjectOf)).values()];
  const worker = async (): Promise<void> => {
    for (let lane = lanes.shift(); lane !== undefined; lane = lanes.shift()) {
      for (const [index, task] of lane) answers[index] = await run(task);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker));
  return answers;
}

export interface Parts {
  /** Serves them one by one. */
  readonly handler: Handler;
  /** Of what it serves. */
  readonly routes: Router<unknown>;
  readonly subjectOf: SubjectOf;
}

/** Serves the parts of a batch. */
export async function answerBatch(
  event: APIGatewayProxyEventV2,
  { handler, routes, subjectOf }: Parts,
): Promise<APIGatewayProxyStructuredResultV2> {
  const exchange = openExchange(event);
  const tasks = readTasks(exchange);
  const run = async ({ request }: Task): Promise<WrittenResponse> => {
    const url = request && localTarget(request.target, exchange.rootUrl);
    const path = url && partPath(url, routes);
    if (request === undefined || url === undefined || path === undefined) {
      return refusal(badRequest('badRequest', 'Bad Request'));
    }
    if (url.pathname.startsWith('/batch')) return refusal(notFound());
    return written(await handler(eventOf(event, exchange, request, url, path)));
  };
  const answers = await runAll(tasks, subjectOf, run);

  const boundary = `batch_${exchange.requestId.replace(/[^A-Za-z0-9]/g, '')}`;
  const shown = fitParts(
    tasks.map(({ request }) => request),
    answers,
  );
  const parts = shown.map((answer, index) =>
    writePart(boundary, tasks[index]?.contentId, STATUS_CODES[answer.status] ?? '', answer),
  );
  return {
    statusCode: 200,
    headers: {
      'content-type': `multipart/mixed; boundary=${boundary}`,
      'cache-control': 'private, max-age=0',
      vary: 'Origin, X-Origin, Referer',
    },
    body: `${parts.join('')}--${boundary}--\r\n`,
  };
}
