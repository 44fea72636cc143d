/** Errors as the wire shows them: status, reason and the place in the request. */

export interface ErrorEntry {
  readonly domain: string;
  readonly reason: string;
  readonly message: string;
  readonly locationType?: 'parameter' | 'header';
  readonly location?: string;
}

export interface ErrorOptions {
  readonly domain?: 'global' | 'calendar' | 'usageLimits' | 'push';
  /** A query or path parameter. */
  readonly parameter?: string;
  readonly header?: string;
  /** Canonical status word, such as `PERMISSION_DENIED`. */
  readonly status?: string;
  readonly details?: readonly object[];
  /** Sent with the answer, names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For logs only. */
  readonly cause?: unknown;
}

export class ApiError extends Error {
  readonly code: number;
  readonly entries: readonly ErrorEntry[];
  readonly options: ErrorOptions;

  constructor(code: number, entries: readonly [ErrorEntry, ...ErrorEntry[]], options: ErrorOptions = {}) {
    super(entries[0].message, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.entries = entries;
    this.options = options;
  }

  get reason(): string {
    return this.entries[0]?.reason ?? 'backendError';
  }
}

type Factory = (reason: string, message: string, options?: ErrorOptions) => ApiError;

const STATUS: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ALREADY_EXISTS',
  410: 'FAILED_PRECONDITION',
  412: 'FAILED_PRECONDITION',
  413: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
};

const withCode =
  (code: number): Factory =>
  (reason, message, options = {}) => {
    const location = options.parameter ?? options.header;
    const entry: ErrorEntry = {
      domain: options.domain ?? 'global',
      reason,
      message,
      ...(location !== undefined && { locationType: options.header === undefined ? 'parameter' : 'header', location }),
    };
    const status = options.status ?? STATUS[code];
    return new ApiError(code, [entry], status === undefined ? options : { ...options, status });
  };

export const badRequest = withCode(400);
export const unauthorized = withCode(401);
export const forbidden = withCode(403);
export const conflict = withCode(409);
export const gone = withCode(410);
export const tooManyRequests = withCode(429);
export const unavailable = withCode(503);

export const notFound = (message = 'Not Found'): ApiError => withCode(404)('notFound', message);
/** A parameter is outside its declared type, range or enumeration. */
export const invalidParameter = (parameter: string, message: string): ApiError =>
  badRequest('invalidParameter', message, { parameter });
export const missingParameter = (parameter: string): ApiError =>
  badRequest('required', `Required parameter: ${parameter}`, { parameter });
export const preconditionFailed = (header = 'If-Match'): ApiError =>
  withCode(412)('conditionNotMet', 'Precondition Failed', { header });
export const notImplemented = (operationId: string): ApiError =>
  withCode(501)('notImplemented', `${operationId} is declared but not served by this version.`);
/** What the request asks to be kept is more than one thing may hold. */
export const requestTooLarge = (cause: unknown): ApiError =>
  withCode(413)('uploadTooLarge', 'The request is too large.', { cause });
/** A Lambda function could not hand it over. */
export const responseTooLarge = (): ApiError =>
  withCode(413)(
    'responseTooLarge',
    'The answer is too large. Ask for fewer things at once, or for some of their fields.',
  );
/** A page token that is damaged, invented, or of another list. */
export const invalidPageToken = (): ApiError =>
  badRequest('invalid', 'Invalid page token value.', { parameter: 'pageToken' });
/** The caller learns nothing of the cause. */
export const backendError = (cause: unknown): ApiError => withCode(500)('backendError', 'Backend Error', { cause });
/** The caller may ask again a little later. */
export const backendUnavailable = (cause: unknown): ApiError =>
  withCode(503)('backendError', 'Backend Error', { cause, headers: { 'retry-after': '1' } });
