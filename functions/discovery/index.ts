/** Everything that is not an operation: the documents, the documentation page, and a 404 for all else. */
import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { missingParameter, notFound } from '#lib/api/errors';
import { hashTag, isUnchanged } from '#lib/api/etag';
import type { Exchange, ExchangeContext } from '#lib/middleware/exchange/exchange';
import { preconditionsOf } from '#lib/middleware/exchange/run-operation';
import { logRequest } from '#lib/middleware/log-request';
import { readRequest } from '#lib/middleware/read-request';
import { errorResponse } from '#lib/middleware/response/error-response';
import { finishResponse } from '#lib/middleware/response/finish-response';
import type { Handler } from '#lib/middleware/serve';
import { logger } from '#lib/runtime/process/logger';
import { directoryList } from './directory.ts';
import { documentFor } from './documents.ts';
import { pageFile } from './page-files.ts';
import { services } from './services.ts';

type Answer = APIGatewayProxyStructuredResultV2;

const JSON_TYPE = 'application/json; charset=UTF-8';
const FIVE_MINUTES = 'public, max-age=300';

/** Makes the browser refuse requests to other hosts. */
const PAGE_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

function cached(exchange: Exchange, etag: string, answer: Answer): Answer {
  const headers = { ...answer.headers, etag, 'cache-control': FIVE_MINUTES };
  return isUnchanged(preconditionsOf(exchange), etag) ? { statusCode: 304, headers } : { ...answer, headers };
}

function json(exchange: Exchange, body: string): Answer {
  return cached(exchange, hashTag(body), { statusCode: 200, headers: { 'content-type': JSON_TYPE }, body });
}

function restDescription(exchange: Exchange, isWanted: (service: (typeof services)[number]) => boolean): Answer {
  const service = services.find(isWanted);
  if (service === undefined) throw notFound();
  return json(exchange, documentFor(`${service.name}.${service.version}.json`, exchange.rootUrl));
}

/** Three services share this host; each has a different version. */
function byVersion(exchange: Exchange): Answer {
  const wanted = exchange.query.get('version');
  if (wanted === null) throw missingParameter('version');
  return restDescription(exchange, ({ version }) => version === wanted);
}

function byName(exchange: Exchange, [, api, wanted]: RegExpMatchArray): Answer {
  return restDescription(exchange, ({ name, version }) => name === api && version === wanted);
}

function leadToConsole({ query }: Exchange): Answer {
  const search = query.size === 0 ? '' : `?${query.toString()}`;
  return { statusCode: 301, headers: { location: `/console${search}`, 'cache-control': FIVE_MINUTES } };
}

const documents: readonly (readonly [RegExp, (exchange: Exchange, match: RegExpMatchArray) => Answer])[] = [
  [
    /^\/discovery\/v1\/apis$/,
    (exchange) => json(exchange, JSON.stringify(directoryList(exchange.rootUrl, exchange.query.get('name')), null, 1)),
  ],
  [/^\/discovery\/v1\/apis\/([^/]+)\/([^/]+)\/rest$/, byName],
  [/^\/(?:\$|%24)discovery\/rest$/, byVersion],
  [/^\/openapi\.json$/, (exchange) => json(exchange, documentFor('openapi.json', exchange.rootUrl))],
  [
    /^\/healthz$/,
    () => ({
      statusCode: 200,
      headers: { 'content-type': JSON_TYPE, 'cache-control': 'no-store' },
      body: '{"status":"ok"}',
    }),
  ],
  // API Gateway has the routes `/console` and `/console/{path+}`, neither of which is this.
  [/^\/console\/$/, leadToConsole],
  [/^\/favicon\.ico$/, () => ({ statusCode: 204, headers: { 'cache-control': 'public, max-age=86400' } })],
];

function page(exchange: Exchange): Answer | undefined {
  const file = pageFile(exchange.rawPath);
  if (file === undefined) return undefined;
  const headers = {
    'content-type': file.contentType,
    'content-security-policy': PAGE_POLICY,
    'x-content-type-options': 'nosniff',
  };
  return cached(exchange, file.etag, { statusCode: 200, headers, body: file.text });
}

function answer(exchange: Exchange): Answer {
  if (exchange.method !== 'GET') throw notFound();
  for (const [pattern, make] of documents) {
    const match = pattern.exec(exchange.rawPath);
    if (match !== null) return make(exchange, match);
  }
  const found = page(exchange);
  if (found === undefined) throw notFound();
  return found;
}

const service = { name: 'discovery' };

export const handler = middy<APIGatewayProxyEventV2, Answer>()
  .use(logRequest(service, logger))
  .use(finishResponse())
  .use(errorResponse(service, logger))
  .use(readRequest())
  .handler((_event, context) => Promise.resolve(answer((context as ExchangeContext).exchange))) as Handler;
