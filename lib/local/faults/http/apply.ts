/** What a client gets to see of a fault. The bodies are those that Google documents for each status. */
import { ApiError, gone, invalidPageToken } from '#lib/api/errors';
import { jsonAnswer, type HttpAnswer } from '#lib/local/gateway/http-answer';
import { sleep } from '#lib/local/process/sleep';
import { envelopeOf } from '#lib/middleware/response/error-response';
import type { FaultRule } from './rule.ts';

interface Usual {
  readonly reason: string;
  readonly message: string;
  readonly status: string;
  readonly domain?: string;
}

// https://developers.google.com/workspace/calendar/api/guides/errors
const USUAL: Readonly<Record<number, Usual>> = {
  400: { reason: 'badRequest', message: 'Bad Request', status: 'INVALID_ARGUMENT' },
  401: { reason: 'authError', message: 'Invalid Credentials', status: 'UNAUTHENTICATED' },
  403: {
    reason: 'rateLimitExceeded',
    message: 'Rate Limit Exceeded',
    status: 'PERMISSION_DENIED',
    domain: 'usageLimits',
  },
  404: { reason: 'notFound', message: 'Not Found', status: 'NOT_FOUND' },
  409: { reason: 'duplicate', message: 'The requested identifier already exists.', status: 'ALREADY_EXISTS' },
  410: { reason: 'deleted', message: 'Resource has been deleted', status: 'FAILED_PRECONDITION' },
  412: { reason: 'conditionNotMet', message: 'Precondition Failed', status: 'FAILED_PRECONDITION' },
  429: {
    reason: 'rateLimitExceeded',
    message: 'Rate Limit Exceeded',
    status: 'RESOURCE_EXHAUSTED',
    domain: 'usageLimits',
  },
  500: { reason: 'backendError', message: 'Backend Error', status: 'INTERNAL' },
  503: { reason: 'backendError', message: 'Backend Error', status: 'UNAVAILABLE' },
};

const OTHER: Usual = { reason: 'backendError', message: 'Backend Error', status: 'INTERNAL' };

function errorAnswer(error: ApiError, service: string, requestId: string): HttpAnswer {
  const answer = jsonAnswer(error.code, JSON.stringify(envelopeOf(error, service, { requestId }), undefined, 2));
  const headers = {
    'content-type': 'application/json; charset=UTF-8',
    'access-control-allow-origin': '*',
    ...error.options.headers,
  };
  return { ...answer, headers };
}

function statusError(status: number, reason: string | undefined): ApiError {
  const usual = USUAL[status] ?? OTHER;
  const entry = { domain: usual.domain ?? 'global', reason: reason ?? usual.reason, message: usual.message };
  const isPassing = status === 429 || status === 503;
  return new ApiError(status, [entry], {
    status: usual.status,
    ...(isPassing && { headers: { 'retry-after': '1' } }),
  });
}

const fullSyncRequired = (): ApiError =>
  gone('fullSyncRequired', 'Sync token is no longer valid, a full sync is required.', {
    domain: 'calendar',
    parameter: 'syncToken',
  });

/** A connection that closes without an answer. */
const DROPPED: HttpAnswer = { ...jsonAnswer(500, {}), cutAfter: 0 };

export interface FaultyRequest {
  /** `calendar`, as in operation ids. */
  readonly service: string;
  readonly requestId: string;
  readonly query: URLSearchParams;
  answer(): Promise<HttpAnswer>;
}

export async function applyFault(rule: FaultRule, request: FaultyRequest): Promise<HttpAnswer> {
  const { service, requestId, query } = request;
  if (rule.delay !== undefined) await sleep(rule.delay);
  if (rule.drop === 'before') return DROPPED;
  if (rule.status !== undefined) return errorAnswer(statusError(rule.status, rule.reason), service, requestId);
  if (rule.staleToken === true)
    return errorAnswer(query.has('syncToken') ? fullSyncRequired() : invalidPageToken(), service, requestId);
  const answer = await request.answer();
  if (rule.drop === 'after') return DROPPED;
  return rule.truncate === undefined ? answer : { ...answer, cutAfter: rule.truncate };
}
