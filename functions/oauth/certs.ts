import { defineEndpoint } from '#lib/oauth/endpoint';
import { publicKeys } from '#lib/oauth/tokens/signing-keys';

/** Shorter than the day by which a new key is announced. */
const ONE_HOUR = 'public, max-age=3600';

export const certs = defineEndpoint({
  id: 'oauth.certs',
  summary: 'Lists the public keys of this server.',
  routes: ['GET /oauth2/v3/certs'],
  async run(_request, dependencies) {
    const keys = [...(await publicKeys(dependencies)), ...dependencies.otherKeys];
    return { headers: { 'cache-control': ONE_HOUR }, body: { keys } };
  },
});
