/**
 * Puts an operation to the upstream: the request as it was checked, and the answer in the upstream's words. Its own
 * failures say nothing of the upstream's inside: 503, and when to come again.
 */
import { ApiError, notFound, unavailable, type ErrorEntry } from '#lib/api/errors';
import { ForwardedAnswer, type CheckedRequest, type Forward } from '#lib/api/upstream';
import { hostOf, isRefusedHost } from '#lib/webhook/addresses';
import type { UpstreamAnswer } from './client/client.ts';
import { UpstreamFailure } from './client/failure.ts';
import type { PatientClient } from './client/patient-client.ts';
import type { Authorize } from './credentials/authorize.ts';
import type { RewriteLinks } from './links.ts';

export interface ForwardOptions {
  readonly client: PatientClient;
  readonly rewriteLinks: RewriteLinks;
  readonly authorize: Authorize;
  /** Whether clients may be sent to servers on this machine. */
  readonly allowLoopback: boolean;
}

/** Those of every operation that change how an answer looks, or whom it is counted against. */
const COMMON = ['alt', 'fields', 'prettyPrint', 'quotaUser', '$.xgafv'];
const SENT = ['if-match', 'if-none-match', 'range', 'if-range', 'accept-language'];
const ANSWERED = [
  'accept-ranges',
  'cache-control',
  'content-disposition',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'retry-after',
  'vary',
  'www-authenticate',
];

const pick = (headers: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));

/** A segment of dots would lead out of the operation's path. */
function segment(value = ''): string {
  if (/^\.{1,2}$/.test(value)) throw notFound();
  return encodeURIComponent(value);
}

/** Path and query below the root. */
export function upstreamPath({
  operation,
  pathValues,
  query,
}: Pick<CheckedRequest, 'operation' | 'pathValues' | 'query'>): string {
  const path = operation.pathTemplate.slice(1).replace(/\{(\w+)\}/g, (_, name: string) => segment(pathValues[name]));
  const known = new Set([...Object.keys(operation.query), ...COMMON]);
  const search = new URLSearchParams([...query].filter(([name]) => known.has(name))).toString();
  return search === '' ? path : `${path}?${search}`;
}

const broken = (what: string): UpstreamFailure => new UpstreamFailure('broken', what);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UpstreamFailure('broken', 'no JSON', 1, cause);
  }
}

interface Envelope {
  readonly error?: { readonly code?: unknown; readonly errors?: readonly Partial<ErrorEntry>[] };
}

/** Of a failure inside the upstream only its status and its reason are told. */
function innerFailure(status: number, { error }: Envelope, retryAfter: string | undefined): ApiError {
  const said = error?.errors?.[0]?.reason;
  const reason = typeof said === 'string' && /^[A-Za-z.]{1,64}$/.test(said) ? said : 'backendError';
  const code = status === 500 || status === 501 ? status : 503;
  return new ApiError(code, [{ domain: 'global', reason, message: 'Backend Error' }], {
    headers: { ...(code === 503 && { 'retry-after': retryAfter ?? '1' }) },
    cause: new Error(`The upstream answered ${String(status)}.`),
  });
}

/**
 * Refusals of what stands before the upstream itself, in words of ours. Others without an envelope are broken: a proxy
 * that knows no such page says nothing of a resource.
 */
const BARE: Readonly<Record<number, readonly [reason: string, message: string]>> = {
  400: ['badRequest', 'Bad Request'],
  413: ['uploadTooLarge', 'The request is too large.'],
  414: ['uriTooLong', 'The address is too long.'],
  416: ['requestedRangeNotSatisfiable', 'The file ends before this range.'],
  429: ['rateLimitExceeded', 'Rate Limit Exceeded'],
  431: ['headersTooLarge', 'The headers are too large.'],
};

function bareRefusal(status: number, headers: Readonly<Record<string, string>>): Error {
  const [reason, message] = BARE[status] ?? [];
  if (reason === undefined || message === undefined) return broken(`no error (${String(status)})`);
  const told = pick(headers, ['retry-after', 'content-range']);
  return new ApiError(status, [{ domain: 'global', reason, message }], { headers: told });
}

/** A file that is fetched from the upstream's storage: the client is sent there, but into no network of its own. */
function elsewhere(answer: UpstreamAnswer, headers: Record<string, string>, allowLoopback: boolean): ForwardedAnswer {
  const url = URL.parse(answer.headers['location'] ?? '');
  const isOpen = url !== null && !isRefusedHost(hostOf(url), { allowLoopback });
  const isLocal = isOpen && isRefusedHost(hostOf(url), { allowLoopback: false });
  if (!isOpen || (url.protocol !== 'https:' && !isLocal)) throw broken('a redirect to nowhere');
  return new ForwardedAnswer(302, { ...headers, location: url.href }, '');
}

/** What fits the operation, or it is broken. */
function answerTo(
  request: CheckedRequest,
  answer: UpstreamAnswer,
  { rewriteLinks, allowLoopback }: ForwardOptions,
): ForwardedAnswer {
  const { status, body } = answer;
  const headers = pick(answer.headers, ANSWERED);
  const { operation, query, isHead } = request;
  if (status > 300 && status < 400 && status !== 304) return elsewhere(answer, headers, allowLoopback);
  if (isHead && status < 400)
    return new ForwardedAnswer(status, { ...headers, ...pick(answer.headers, ['content-length']) }, '');
  const isJson = /^application\/json\b/i.test(headers['content-type'] ?? '');
  if (status < 400 && operation.media && query.get('alt') !== 'json' && !isJson && status !== 304)
    return new ForwardedAnswer(status, headers, body);
  if (body.length === 0 && (isHead || BARE[status] === undefined)) {
    const mayBeEmpty =
      status === 204 || status === 304 || isHead || (status === 200 && operation.returns === undefined);
    if (!mayBeEmpty) throw broken(`an empty answer (${String(status)})`);
    return new ForwardedAnswer(status, headers);
  }
  const text = body.toString('utf8');
  const value = isJson && text !== '' ? parse(text) : undefined;
  if (status >= 400 && status < 500 && (value as Envelope | undefined)?.error?.code !== status)
    throw bareRefusal(status, headers);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw broken(`no resource (${String(status)})`);
  if (status >= 500) throw innerFailure(status, value, headers['retry-after']);
  return new ForwardedAnswer(status, headers, rewriteLinks(text, request.rootUrl));
}

/** 503, with the reason in the log alone. */
const unavailableUpstream = (failure: UpstreamFailure): ApiError =>
  unavailable('backendError', 'Backend Error', {
    cause: failure,
    headers: { 'retry-after': String(failure.retryAfterSeconds) },
  });

/** Failures of the upstream as the client sees them. */
export async function withoutInside<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof UpstreamFailure ? unavailableUpstream(error) : error;
  }
}

export const forwarder =
  (options: ForwardOptions): Forward =>
  (request) =>
    withoutInside(async () => {
      const { client, authorize } = options;
      const { operation, headers, bodyText, isHead, caller } = request;
      const path = upstreamPath(request);
      const hasBody = operation.body !== undefined && bodyText !== '';
      const { headers: credentials, refused } = await authorize(request);
      const answer = await client.send(
        {
          method: isHead ? 'HEAD' : operation.method,
          path,
          headers: {
            ...pick(headers, SENT),
            ...(hasBody && { 'content-type': 'application/json; charset=UTF-8' }),
            ...credentials,
          },
          // A body of nothing still says its length, which some servers insist on.
          body: hasBody ? bodyText : ['POST', 'PUT', 'PATCH'].includes(operation.method) ? '' : undefined,
        },
        { takesRedirects: operation.media, caller: caller.email ?? '' },
      );
      if (answer.status === 401) refused();
      return answerTo(request, answer, options);
    });
