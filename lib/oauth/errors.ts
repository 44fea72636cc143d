/** Refusals in OAuth's form: `{ "error": "invalid_grant", "error_description": "..." }` (RFC 6749, 5.2). */

export class OAuthError extends Error {
  readonly code: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: string, description: string, status = 400, headers: Readonly<Record<string, string>> = {}) {
    super(description);
    this.name = 'OAuthError';
    this.code = code;
    this.status = status;
    this.headers = headers;
  }
}

export const invalidRequest = (description: string): OAuthError => new OAuthError('invalid_request', description);
export const invalidGrant = (description: string): OAuthError => new OAuthError('invalid_grant', description);
export const invalidScope = (description: string): OAuthError => new OAuthError('invalid_scope', description);
export const unauthorizedClient = (description: string): OAuthError =>
  new OAuthError('unauthorized_client', description, 401);
export const invalidToken = (): OAuthError => new OAuthError('invalid_token', 'Invalid Value');

export const invalidClient = (description: string): OAuthError =>
  new OAuthError('invalid_client', description, 401, { 'www-authenticate': 'Basic realm="almanac"' });

/** For what carries its token in a header. */
export const loginRequired = (description: string): OAuthError =>
  new OAuthError('invalid_token', description, 401, {
    'www-authenticate': 'Bearer realm="almanac", error="invalid_token"',
  });

export const tooManyAttempts = (retrySeconds: number): OAuthError =>
  new OAuthError('rate_limit_exceeded', 'Too many wrong attempts. Wait for a while.', 429, {
    'retry-after': String(retrySeconds),
  });
