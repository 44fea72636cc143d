/** The value that an operation returned -> status, headers and text. */
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { hashTag, isUnchanged, listTag, type Tagged } from '#lib/api/etag';
import { selectFields } from '#lib/api/fields';
import type { FileAnswer } from '#lib/api/operation';
import { writtenOnce } from '#lib/api/process/written-once';
import { ForwardedAnswer } from '#lib/api/upstream';
import { exchangeOf, type ApiMiddleware, type Exchange } from '#lib/middleware/exchange/exchange';
import { preconditionsOf } from '#lib/middleware/exchange/run-operation';

const FRESH_EACH_TIME = 'private, max-age=0, must-revalidate, no-transform';
export const NEVER_STORED = 'no-cache, no-store, max-age=0, must-revalidate';

const headersOf = ({ method, reply }: Exchange): Record<string, string> => ({
  'cache-control': method === 'GET' ? FRESH_EACH_TIME : NEVER_STORED,
  vary: 'Origin, X-Origin, Referer',
  ...reply.headers,
});

const isFile = (value: unknown): value is FileAnswer =>
  typeof value === 'object' && value !== null && 'contentType' in value && 'body' in value;

const isTagged = (row: unknown): row is Tagged =>
  typeof row === 'object' && row !== null && 'etag' in row && typeof row.etag === 'string';

/** A list whose rows have tags is told by them: writing all of it in order once more takes as long as answering it. */
function contentTag(value: object): string {
  const { items, ...rest } = value as { readonly items?: unknown };
  return Array.isArray(items) && items.every(isTagged) ? listTag(JSON.stringify(rest), items) : hashTag(value);
}

/** The tag in the body where the resource has one, else (reads only) one made of the answer. */
function tagOf(value: object, { method, reply }: Exchange): string | undefined {
  if (reply.headers['etag'] !== undefined) return reply.headers['etag'];
  if ('etag' in value && typeof value.etag === 'string')
    return value.etag.startsWith('"') ? value.etag : `"${value.etag}"`;
  return method === 'GET' ? writtenOnce(value, 'tag', () => contentTag(value)) : undefined;
}

function fileResponse(exchange: Exchange, { contentType, body }: FileAnswer): APIGatewayProxyStructuredResultV2 {
  const isText = typeof body === 'string';
  return {
    statusCode: exchange.reply.status ?? 200,
    headers: { ...headersOf(exchange), 'content-type': contentType },
    body: isText ? body : Buffer.from(body).toString('base64'),
    isBase64Encoded: !isText,
  };
}

/** The upstream has shaped it already. */
const forwarded = ({ status, headers, body }: ForwardedAnswer): APIGatewayProxyStructuredResultV2 => ({
  statusCode: status,
  headers: { vary: 'Origin, X-Origin, Referer', ...headers },
  ...(body !== undefined && {
    body: typeof body === 'string' ? body : Buffer.from(body).toString('base64'),
    isBase64Encoded: typeof body !== 'string',
  }),
});

function shape(exchange: Exchange, value: unknown): APIGatewayProxyStructuredResultV2 {
  if (value instanceof ForwardedAnswer) return forwarded(value);
  if (value === undefined) return { statusCode: exchange.reply.status ?? 204, headers: headersOf(exchange) };
  if (exchange.operation?.media === true && isFile(value)) return fileResponse(exchange, value);
  const answer = value as object;
  const etag = tagOf(answer, exchange);
  const headers = {
    ...headersOf(exchange),
    'content-type': 'application/json; charset=UTF-8',
    ...(etag !== undefined && { etag }),
  };
  if (exchange.method === 'GET' && etag !== undefined && isUnchanged(preconditionsOf(exchange), etag)) {
    const { 'content-type': _, ...rest } = headers;
    return { statusCode: 304, headers: rest };
  }
  const fields = exchange.system?.fields;
  const selected = fields === undefined ? answer : fields === 'nothing' ? {} : (selectFields(answer, fields) as object);
  const indent = exchange.system?.isPretty === false ? undefined : 2;
  return {
    statusCode: exchange.reply.status ?? 200,
    headers,
    body: writtenOnce(selected, `indent ${String(indent)}`, () => JSON.stringify(selected, undefined, indent)),
  };
}

export interface EmptyAnswers {
  /** What a client gets when there is nothing to say: 204 without a body, or 200 with `{}`. */
  readonly emptyAnswer?: 'nothing' | 'object' | undefined;
}

export const shapeResponse = ({ emptyAnswer }: EmptyAnswers): ApiMiddleware => ({
  after: function shapeResponse(request) {
    request.response = shape(exchangeOf(request), request.response ?? (emptyAnswer === 'object' ? {} : undefined));
  },
});
