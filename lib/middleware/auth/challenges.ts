/** Refusals that ask for credentials (RFC 6750): the envelope's reason, and the header that says what to bring. */
import { errorInfo } from '#lib/api/error-info';
import { forbidden, unauthorized, type ApiError } from '#lib/api/errors';
import type { Operation } from '#lib/api/operation';

const REALM = 'Bearer realm="almanac"';

export const loginRequired = (): ApiError =>
  unauthorized('required', 'Login Required.', { header: 'Authorization', headers: { 'www-authenticate': REALM } });

/** Why a token is refused, as `WWW-Authenticate` and the log say it. */
const TOKEN_FAULTS = {
  malformed: 'The token cannot be read.',
  issuer: 'The issuer of the token is not trusted here.',
  key: 'The key that signed the token is not known.',
  signature: 'The signature of the token does not match.',
  expired: 'The token has expired.',
  audience: 'The token is meant for another audience.',
  claims: 'The claims of the token do not hold.',
  address: 'The token has no address or subject, or an address that its issuer has not verified.',
  revoked: 'The token was revoked.',
  upstream: 'The upstream does not accept the token.',
} as const;
export type TokenFault = keyof typeof TOKEN_FAULTS;

export const invalidToken = (fault: TokenFault, cause?: unknown): ApiError =>
  unauthorized('authError', 'Invalid Credentials', {
    header: 'Authorization',
    headers: {
      'www-authenticate': `${REALM}, error="invalid_token", error_description="${TOKEN_FAULTS[fault]}"`,
    },
    cause: new Error(TOKEN_FAULTS[fault], { cause }),
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
