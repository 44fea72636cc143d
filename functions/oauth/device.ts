import { guarded } from '#lib/oauth/attempts';
import { findClient } from '#lib/oauth/clients/find-client';
import { ask } from '#lib/oauth/consent/ask';
import { errorPage, pageAnswer } from '#lib/oauth/consent/page';
import {
  defineEndpoint,
  parameterOf,
  type Answer,
  type OAuthDependencies,
  type OAuthRequest,
} from '#lib/oauth/endpoint';
import { OAuthError } from '#lib/oauth/errors';
import { DEVICE_PATH, userCodeIn } from '#lib/oauth/grants/device';
import { html } from '#lib/oauth/html';
import { requireOwnHost } from '#lib/oauth/sign-in/own-host';
import { sessionOf } from '#lib/oauth/sign-in/session';

const codePage = (): Answer =>
  pageAnswer(
    'Connect a device',
    html`<form method="get" action="${DEVICE_PATH}">
      <label
        >The code that your device shows: <input type="text" name="user_code" required autofocus autocomplete="off"
      /></label>
      <p><button class="main">Continue</button></p>
    </form>`,
  );

async function askFor(text: string, request: OAuthRequest, dependencies: OAuthDependencies): Promise<Answer> {
  const { stores } = dependencies;
  const id = (await stores.userCodes.find(userCodeIn(text)))?.value.device;
  const device = id === undefined ? undefined : (await stores.devices.find(id))?.value;
  const client = device && (await findClient(device.clientId, request.rootUrl, dependencies));
  if (id === undefined || device === undefined || client === undefined || device.decision !== undefined)
    throw new OAuthError('invalid_code', 'No device waits with this code. Look at it again, or begin again there.');
  const question = { client, scopes: device.scopes, target: { kind: 'device', device: id } as const };
  const session = await sessionOf(request, dependencies);
  return ask({ ...question, prompts: new Set(['consent']), loginHint: undefined }, session, request, dependencies);
}

export const device = defineEndpoint({
  id: 'oauth.device',
  summary: 'Asks a person for the code of a device, and then what the device may do.',
  routes: [`GET ${DEVICE_PATH}`],
  run: async (request, dependencies) => {
    try {
      requireOwnHost(request, dependencies);
      const text = parameterOf(request.query, 'user_code');
      if (text === undefined) return codePage();
      return await guarded(request, DEVICE_PATH, dependencies, () => askFor(text, request, dependencies));
    } catch (error) {
      if (error instanceof OAuthError) return errorPage(error.code, error.message, error.status);
      throw error;
    }
  },
});
