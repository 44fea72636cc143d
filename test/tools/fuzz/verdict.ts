/** Checks what every answer must fulfil, however hostile the request. */
import { validateHeaderValue } from 'node:http';
import type { ReceivedAnswer, SentRequest } from '#test/tools/shared/request-sender';

export interface Expectation {
  readonly allowed: ReadonlySet<number>;
  /** Texts of somebody else. */
  readonly secrets: readonly string[];
}

/** Internal details that must not leak. */
const INTERNAL_DETAILS =
  /ValidationException|ConditionalCheckFailed|TransactionCanceled|DynamoDB|SQLITE|node_modules|TypeError|RangeError|\n\s+at .+:\d+:\d+/;

/** API Gateway's own refusals, without our headers. */
const REFUSED_BY_GATEWAY = new Map([
  [400, 'Bad Request'],
  [413, 'Request Entity Too Large'],
  [431, 'Request Header Fields Too Large'],
]);

const isGatewayRefusal = ({ status, text }: ReceivedAnswer): boolean =>
  REFUSED_BY_GATEWAY.has(status) && text === JSON.stringify({ message: REFUSED_BY_GATEWAY.get(status) });

function isHeader(name: string, value: string): boolean {
  try {
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

interface Envelope {
  readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly errors?: unknown };
}

function faultOfJson(text: string, status: number): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'the body is no JSON';
  }
  if (typeof value !== 'object' || value === null) return 'the body is no object';
  if (status < 400) return undefined;
  const { error } = value as Envelope;
  return error?.code === status && typeof error.message === 'string' ? undefined : 'the error has no envelope';
}

function faultOfBody({ method }: SentRequest, { status, headers, text }: ReceivedAnswer): string | undefined {
  const type = headers['content-type'] ?? '';
  if (status === 204 || status === 304) return text === '' ? undefined : 'a body where none may be';
  if (method === 'HEAD') return text === '' ? undefined : 'HEAD with a body';
  if (/^text\/csv\b/.test(type) && status === 200) return undefined;
  return /^application\/json\b/.test(type) ? faultOfJson(text, status) : `the content type is '${type}'`;
}

/** Everything that is wrong with an answer; empty if it is right. */
export function faultsOf(sent: SentRequest, got: ReceivedAnswer, { allowed, secrets }: Expectation): string[] {
  if (isGatewayRefusal(got)) return [];
  const all = `${got.text}\n${Object.values(got.headers).join('\n')}`;
  const asked = `${decodeLoosely(sent.url)}${typeof sent.body === 'string' ? sent.body : ''}`;
  const inner = INTERNAL_DETAILS.exec(got.text)?.[0];
  return [
    ...(allowed.has(got.status) ? [] : [`status ${String(got.status)}`]),
    ...(got.headers['access-control-allow-origin'] === '*' ? [] : ['no CORS header']),
    ...Object.entries(got.headers).flatMap(([name, value]) =>
      isHeader(name, value) ? [] : [`the header ${name} cannot be sent`],
    ),
    ...[faultOfBody(sent, got)].filter((fault) => fault !== undefined),
    ...secrets.filter((secret) => all.includes(secret)).map(() => "somebody else's data"),
    ...(inner === undefined || asked.includes(inner) ? [] : [`says what is inside: ${inner}`]),
  ];
}

function decodeLoosely(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
