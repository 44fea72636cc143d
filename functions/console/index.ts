/** The web console: one page for people, its files, and the way from an event's `htmlLink` to it. */
import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { notFound } from '#lib/api/errors';
import { hashTag, isUnchanged } from '#lib/api/etag';
import type { Exchange, ExchangeContext } from '#lib/middleware/exchange/exchange';
import { preconditionsOf } from '#lib/middleware/exchange/run-operation';
import { logRequest } from '#lib/middleware/log-request';
import { readRequest } from '#lib/middleware/read-request';
import { errorResponse } from '#lib/middleware/response/error-response';
import { finishResponse } from '#lib/middleware/response/finish-response';
import type { Handler } from '#lib/middleware/serve';
import { config } from '#lib/runtime/process/config';
import { logger } from '#lib/runtime/process/logger';
import { appFiles } from './files.ts';
import { pagePolicy, pageText } from './page.ts';
import { pageSettings } from './settings.ts';

type Answer = APIGatewayProxyStructuredResultV2;

const FILES = '/console/files/';
const EVENT = '/calendar/event';
/** The name of a file holds the hash of its content. */
const FOREVER = 'public, max-age=31536000, immutable';

/** As long as pages of the console are opened by nobody else, they cannot be used against the person who looks at them. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

async function fileAnswer(name: string): Promise<Answer> {
  const file = (await appFiles()).files.get(name);
  if (file === undefined) throw notFound();
  const headers = { ...HEADERS, 'content-type': file.contentType, 'cache-control': FOREVER };
  return { statusCode: 200, headers, body: file.text };
}

async function pageAnswer(exchange: Exchange): Promise<Answer> {
  const settings = pageSettings(config);
  const body = pageText(await appFiles(), settings, exchange.rawPath);
  const etag = hashTag(body);
  const headers = {
    ...HEADERS,
    'content-type': 'text/html; charset=UTF-8',
    'content-security-policy': pagePolicy(settings),
    'cache-control': 'no-cache',
    etag,
  };
  return isUnchanged(preconditionsOf(exchange), etag)
    ? { statusCode: 304, headers }
    : { statusCode: 200, headers, body };
}

async function answer(exchange: Exchange): Promise<Answer> {
  const { method, rawPath, query } = exchange;
  if (method !== 'GET') throw notFound();
  if (rawPath === EVENT) {
    const location = `/console/calendar?${new URLSearchParams({ eid: query.get('eid') ?? '' }).toString()}`;
    return { statusCode: 302, headers: { location, 'cache-control': 'no-store' } };
  }
  return rawPath.startsWith(FILES) ? fileAnswer(rawPath.slice(FILES.length)) : pageAnswer(exchange);
}

const service = { name: 'console' };

export const handler = middy<APIGatewayProxyEventV2, Answer>()
  .use(logRequest(service, logger))
  .use(finishResponse())
  .use(errorResponse(service, logger))
  .use(readRequest())
  .handler((_event, context) => answer((context as ExchangeContext).exchange)) as Handler;
