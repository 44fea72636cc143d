import { credentialsOf } from '#lib/oauth/clients/authenticate-client';
import { findClient } from '#lib/oauth/clients/find-client';
import { defineEndpoint, requiredParameter } from '#lib/oauth/endpoint';
import { invalidClient } from '#lib/oauth/errors';
import { newDevice } from '#lib/oauth/grants/device';
import { parseScopes } from '#lib/oauth/scopes';

export const deviceCode = defineEndpoint({
  id: 'oauth.deviceCode',
  summary: 'Gives a terminal a code, which a person enters in a browser.',
  routes: ['POST /device/code', 'POST /o/oauth2/device/code'],
  async run(request, dependencies) {
    // The secret is asked for when the device fetches its tokens.
    const client = await findClient(credentialsOf(request).id, request.rootUrl, dependencies);
    if (client === undefined) throw invalidClient('The OAuth client was not found.');
    const scopes = parseScopes(requiredParameter(request.form, 'scope'), dependencies.scopes);
    return { body: await newDevice({ clientId: client.id, scopes }, request.rootUrl, dependencies) };
  },
});
