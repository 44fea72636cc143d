/** What every answer gets, errors included: CORS, the request's id, HEAD without a body, gzip. */
import { gzipSync } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { responseTooLarge } from '#lib/api/errors';
import { fitsAnAnswer } from '#lib/api/process/answer-size';
import { acceptsGzip } from '#lib/api/text/accepts-gzip';
import type { ApiMiddleware, ApiRequest } from '#lib/middleware/exchange/exchange';
import { envelopeOf } from './error-response.ts';

const SMALLEST_WORTH_ZIPPING = 1024;

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Location, Retry-After, Content-Length, Content-Range, WWW-Authenticate, X-Request-Id',
};

export const preflightAnswer = (): APIGatewayProxyStructuredResultV2 => ({
  statusCode: 204,
  headers: {
    ...CORS,
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
    'access-control-allow-headers':
      'Authorization, Content-Type, Content-Encoding, If-Match, If-None-Match, Range, X-HTTP-Method-Override, X-Goog-Api-Client, X-Goog-Api-Key, X-Goog-AuthUser, X-Goog-FieldMask, X-Goog-User-Project, X-Requested-With, X-JavaScript-User-Agent',
    'access-control-max-age': '3600',
  },
});

function zip(response: APIGatewayProxyStructuredResultV2): void {
  const { body = '', headers = {} } = response;
  response.body = gzipSync(body).toString('base64');
  response.isBase64Encoded = true;
  response.headers = {
    ...headers,
    'content-encoding': 'gzip',
    vary: `${String(headers['vary'] ?? '')}, Accept-Encoding`.replace(/^, /, ''),
  };
}

/** Beyond the limit the gateway would answer 500 in its own words. */
function refuseTooLarge(response: APIGatewayProxyStructuredResultV2, requestId: string): void {
  if (fitsAnAnswer(response.body ?? '')) return;
  const error = responseTooLarge();
  response.statusCode = error.code;
  response.headers = {
    ...CORS,
    'x-request-id': requestId,
    'content-type': 'application/json; charset=UTF-8',
    'cache-control': 'no-store',
  };
  response.body = JSON.stringify(envelopeOf(error, ''));
  response.isBase64Encoded = false;
}

/** HEAD tells the length of what GET would answer, where the operation has not said it itself. */
function dropBody(response: APIGatewayProxyStructuredResultV2): void {
  const { body, headers = {}, isBase64Encoded = false } = response;
  if (body !== undefined)
    response.headers = {
      'content-length': String(Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8')),
      ...headers,
    };
  response.body = '';
}

function finish({ event, response }: ApiRequest): void {
  if (response === null || response === undefined) return;
  response.headers = { ...CORS, 'x-request-id': event.requestContext.requestId, ...response.headers };
  const accepts = Object.entries(event.headers).find(([name]) => name.toLowerCase() === 'accept-encoding')?.[1] ?? '';
  if (event.requestContext.http.method === 'HEAD') dropBody(response);
  else if (acceptsGzip(accepts) && !response.isBase64Encoded && (response.body?.length ?? 0) >= SMALLEST_WORTH_ZIPPING)
    zip(response);
  refuseTooLarge(response, event.requestContext.requestId);
}

export const finishResponse = (): ApiMiddleware => ({ after: finish, onError: finish });
