export interface ErrorEntry {
  readonly reason?: string;
  readonly message?: string;
}

/** Why a request failed. Status 0: no answer came. */
export class ApiError extends Error {
  readonly status: number;
  /** `conditionNotMet`, `rateLimitExceeded` */
  readonly reason: string;
  /** One for each entry that a batch refused; empty where the answer has none. */
  readonly errors: readonly ErrorEntry[];

  constructor(status: number, reason: string, message: string, errors: readonly ErrorEntry[] = []) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.reason = reason;
    this.errors = errors;
  }
}

/** Why code of the console itself was not loaded. */
export const CODE_GONE = 'codeGone';

export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 412;
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 410 || error.status === 404);
export const isOffline = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

interface ErrorBody {
  readonly error?: {
    readonly message?: string;
    readonly errors?: readonly ErrorEntry[];
  };
}

/** Reads the envelope of an error; a gateway may answer with something else. */
export async function errorOf(answer: Response): Promise<ApiError> {
  const body = (await answer.json().catch(() => ({}))) as ErrorBody;
  const first = body.error?.errors?.[0];
  return new ApiError(answer.status, first?.reason ?? '', body.error?.message ?? answer.statusText, body.error?.errors);
}
