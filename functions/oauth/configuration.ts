import { defineEndpoint } from '#lib/oauth/endpoint';
import { IDENTITY_SCOPES } from '#lib/oauth/scopes';

const CLAIMS = 'aud azp email email_verified exp family_name given_name hd iat iss name nonce sub';
const FIVE_MINUTES = 'public, max-age=300';

export const configuration = defineEndpoint({
  id: 'oauth.configuration',
  summary: 'Describes this server (OpenID Connect Discovery).',
  routes: ['GET /.well-known/openid-configuration'],
  run({ rootUrl }, { scopes }) {
    const root = rootUrl.replace(/\/$/, '');
    const body = {
      issuer: root,
      authorization_endpoint: `${root}/o/oauth2/v2/auth`,
      device_authorization_endpoint: `${root}/device/code`,
      token_endpoint: `${root}/token`,
      userinfo_endpoint: `${root}/v1/userinfo`,
      revocation_endpoint: `${root}/revoke`,
      jwks_uri: `${root}/oauth2/v3/certs`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: [
        'openid',
        'email',
        'profile',
        ...Object.keys(IDENTITY_SCOPES).slice(1),
        ...Object.keys(scopes),
      ],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'none'],
      claims_supported: CLAIMS.split(' '),
      code_challenge_methods_supported: ['plain', 'S256'],
      grant_types_supported: [
        'authorization_code',
        'refresh_token',
        'urn:ietf:params:oauth:grant-type:device_code',
        'urn:ietf:params:oauth:grant-type:jwt-bearer',
      ],
    };
    return Promise.resolve({ headers: { 'cache-control': FIVE_MINUTES }, body });
  },
});
