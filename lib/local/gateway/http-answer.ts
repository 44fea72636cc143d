/**
 * The HTTP response that API Gateway makes of a function's result:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
import type { ServerResponse } from 'node:http';
import { validateHeaderName, validateHeaderValue } from '#lib/api/process/node-http';

export interface HttpAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly bytes: Buffer;
  /** The connection is closed after so many bytes of the body; after 0, without any answer. */
  readonly cutAfter?: number;
}

const JSON_TYPE = { 'content-type': 'application/json' };
/**
 * The default type, as in Amazon's own emulator, which is tested against AWS:
 * https://github.com/aws/aws-lambda-dotnet/tree/master/Tools/LambdaTestTool-v2
 */
const TEXT_TYPE = { 'content-type': 'text/plain;charset=UTF-8' };

/** Statuses without a body in HTTP. */
const STATUSES_WITHOUT_BODY = new Set([204, 304]);

export const jsonAnswer = (statusCode: number, value: unknown): HttpAnswer => ({
  statusCode,
  headers: JSON_TYPE,
  cookies: [],
  bytes: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
});

const isText = (value: unknown): value is string => typeof value === 'string';

function isHeader([name, value]: readonly [string, unknown]): boolean {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return false;
  try {
    validateHeaderName(name);
    validateHeaderValue(name, String(value));
    return true;
  } catch {
    return false;
  }
}

/**
 * A result with a status code must be a valid response; any other result is the JSON body of a 200. Undefined: invalid.
 */
export function answerOf(result: unknown): HttpAnswer | undefined {
  if (typeof result !== 'object' || result === null || !('statusCode' in result))
    return jsonAnswer(200, result ?? null);
  const { statusCode, headers, cookies, body, isBase64Encoded } = result as Partial<
    Record<keyof HttpAnswer | 'body' | 'isBase64Encoded', unknown>
  >;
  const named = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  const [crumbs, text] = [cookies ?? [], body ?? ''];
  if (!Number.isInteger(statusCode) || Number(statusCode) < 200 || Number(statusCode) > 599) return undefined;
  if (!named.every(isHeader) || !Array.isArray(crumbs) || !crumbs.every(isText) || !isText(text)) return undefined;
  return {
    statusCode: Number(statusCode),
    headers: {
      ...(text !== '' && TEXT_TYPE),
      ...Object.fromEntries(named.map(([name, value]) => [name, String(value)])),
    },
    cookies: crumbs,
    bytes: Buffer.from(text, isBase64Encoded === true ? 'base64' : 'utf8'),
  };
}

/** One header per cookie; every response has the request id. */
export function sendAnswer(
  response: ServerResponse,
  { statusCode, headers, cookies, bytes, cutAfter }: HttpAnswer,
  requestId: string,
): void {
  if (cutAfter === 0) {
    response.destroy();
    return;
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  response.setHeader('apigw-requestid', requestId);
  if (!STATUSES_WITHOUT_BODY.has(statusCode) && !response.hasHeader('content-length'))
    response.setHeader('content-length', bytes.length);
  response.writeHead(statusCode);
  if (cutAfter === undefined) response.end(bytes);
  else response.write(bytes.subarray(0, cutAfter), () => response.destroy());
}
