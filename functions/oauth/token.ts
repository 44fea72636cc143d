import { defineEndpoint, requiredParameter } from '#lib/oauth/endpoint';
import { OAuthError } from '#lib/oauth/errors';
import { redeemAssertion, TOKEN_PATHS } from '#lib/oauth/grants/assertion';
import { redeemCode } from '#lib/oauth/grants/authorization-code';
import { redeemDeviceCode } from '#lib/oauth/grants/device';
import type { Redeem } from '#lib/oauth/grants/grant';
import { redeemRefreshToken } from '#lib/oauth/grants/refresh';

const GRANTS: Readonly<Record<string, Redeem>> = {
  authorization_code: redeemCode,
  refresh_token: redeemRefreshToken,
  'urn:ietf:params:oauth:grant-type:device_code': redeemDeviceCode,
  // Google's older name.
  'http://oauth.net/grant_type/device/1.0': redeemDeviceCode,
  'urn:ietf:params:oauth:grant-type:jwt-bearer': redeemAssertion,
};

export const token = defineEndpoint({
  id: 'oauth.token',
  summary: 'Exchanges a code, a refresh token, a device code or a signed assertion for an access token.',
  routes: TOKEN_PATHS.map((path) => `POST ${path}` as const),
  async run(request, dependencies) {
    const type = requiredParameter(request.form, 'grant_type');
    const redeem = Object.hasOwn(GRANTS, type) ? GRANTS[type] : undefined;
    if (redeem === undefined) throw new OAuthError('unsupported_grant_type', `Invalid grant_type: ${type}`);
    return { body: await redeem(request, dependencies) };
  },
});
