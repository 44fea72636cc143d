/** Transient failures of the cloud: the SDK has retried, the caller may retry a little later. */

const NAMES = new Set([
  'TimeoutError',
  'InternalServerError',
  'InternalError',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ServiceUnavailable',
  'SlowDown',
  'ThrottlingException',
  'TransactionCanceledException',
  'TransactionConflictException',
  'TransactionInProgressException',
]);
const CODES = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']);

export function isPassingFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, $metadata = {} } = error as {
    readonly code?: unknown;
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  return NAMES.has(error.name) || CODES.has(String(code)) || ($metadata.httpStatusCode ?? 0) >= 500;
}
