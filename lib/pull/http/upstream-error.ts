/** What the other service answered instead of what was asked of it. */
export class UpstreamError extends Error {
  /** Of the answer; 0 when there was none. */
  readonly status: number;
  /** As the envelope of errors has it: `notFound`, `rateLimitExceeded`. */
  readonly reason: string | undefined;

  constructor(message: string, status: number, reason?: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'UpstreamError';
    this.status = status;
    this.reason = reason;
  }
}
