/** Checks path, query and body against the declaration; errors say where. */
import { checkParameters, cleanBody, InvalidBody } from '#lib/api/check';
import { badRequest, type ApiError } from '#lib/api/errors';
import type { Operation } from '#lib/api/operation';
import { parseExactly } from '#lib/api/text/exact-json';
import { isDeeperThan } from '#lib/api/text/json-depth';
import { isWholeText } from '#lib/api/text/whole-text';
import { exchangeOf, operationOf, type ApiMiddleware, type Exchange } from './exchange.ts';

/** No resource has more than ten. */
const MAX_LEVELS = 100;

function parseJson({ bodyText, headers }: Exchange): unknown {
  if (bodyText.trim() === '') return {};
  const contentType = headers['content-type'] ?? 'application/json';
  if (/^application\/x-www-form-urlencoded|^multipart\//i.test(contentType))
    throw badRequest('parseError', 'Parse Error');
  if (isDeeperThan(bodyText, MAX_LEVELS))
    throw badRequest(
      'parseError',
      `Parse Error: a body has at most ${String(MAX_LEVELS)} levels of lists and objects.`,
    );
  let value: unknown;
  try {
    value = parseExactly(bodyText);
  } catch (cause) {
    throw badRequest('parseError', 'Parse Error', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !isWholeText(bodyText, value))
    throw badRequest('parseError', 'Parse Error');
  return value;
}

function readBody(
  operation: Operation,
  exchange: Exchange,
  invalidBody: (message: string, field: string) => ApiError,
): unknown {
  if (operation.body === undefined) return undefined;
  try {
    return cleanBody(operation.body, parseJson(exchange), '', operation.method === 'PATCH');
  } catch (error) {
    throw error instanceof InvalidBody ? invalidBody(error.message, error.field) : error;
  }
}

export const validate = (service: {
  readonly invalidBody: (message: string, field: string) => ApiError;
}): ApiMiddleware => ({
  before: function validate(request) {
    const exchange = exchangeOf(request);
    const { pathValues = {}, query } = exchange;
    const operation = operationOf(exchange);
    exchange.input = {
      path: checkParameters(operation.path, (name) => (pathValues[name] === undefined ? [] : [pathValues[name]])),
      query: checkParameters(operation.query, (name) => query.getAll(name)),
      body: readBody(operation, exchange, service.invalidBody),
    };
  },
});
