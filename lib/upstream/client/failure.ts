/** No usable answer came from the upstream. */

/**
 * `refused`: its address, or where it redirects to, is none that this stage calls, or it gives no token: asking again does
 * not help. `unreachable`: no connection. `timeout`: no answer in time. `broken`: an answer that is cut short or makes
 * no sense. `paused`: it has failed so often that it was not asked.
 */
export type FailureKind = 'refused' | 'unreachable' | 'timeout' | 'broken' | 'paused';

export class UpstreamFailure extends Error {
  readonly kind: FailureKind;
  readonly retryAfterSeconds: number;

  /** The message is for logs: no tokens, no bodies. */
  constructor(kind: FailureKind, message: string, retryAfterSeconds = 1, cause?: unknown) {
    super(message, { cause });
    this.name = 'UpstreamFailure';
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
