/** Refusals that ask for credentials (RFC 6750): the envelope's reason, and the header that says what to bring. */
import { errorInfo } from '#lib/api/error-info';
import { forbidden, unauthorized, type ApiError } from '#lib/api/errors';
import type { Operation } from '#lib/api/operation';

const REALM = 'Bearer realm="almanac"';

export const loginRequired = (): ApiError =>
  unauthorized('required', 'Login Required.', { header: 'Authorization', headers: { 'www-authenticate': REALM } });

export const invalidToken = (cause?: unknown): ApiError =>
  unauthorized('authError', 'Invalid Credentials', {
    header: 'Authorization',
    headers: { 'www-authenticate': `${REALM}, error="invalid_token"` },
    cause,
  });

export const insufficientScope = ({ id, scopes }: Operation): ApiError =>
  forbidden(
    'insufficientPermissions',
    'Insufficient Permission: the token has none of the scopes that this method accepts.',
    {
      headers: { 'www-authenticate': `${REALM}, error="insufficient_scope", scope="${scopes.join(' ')}"` },
      details: [errorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT', { method: id })],
    },
  );
