/** Devices without a browser (RFC 8628): a code to poll with, and a short one that a person types in elsewhere. */
import { hashSecret, newSecret } from '#lib/api/text/secrets';
import { guarded } from '#lib/oauth/attempts';
import { authenticateClient, credentialsOf } from '#lib/oauth/clients/authenticate-client';
import { parameterOf, requiredParameter, type OAuthDependencies } from '#lib/oauth/endpoint';
import { invalidGrant, OAuthError } from '#lib/oauth/errors';
import type { Device } from '#lib/oauth/model/records';
import { issueTokens } from '#lib/oauth/tokens/issue';
import { isGrantAlive } from '#lib/oauth/tokens/revoke';
import type { Redeem } from './grant.ts';
import { newRefreshToken } from './refresh-tokens.ts';

const LIFE_SECONDS = 1800;
const INTERVAL_SECONDS = 5;
/** No vowels, so that no words come about, and nothing that looks like something else. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const GROUP = 4;
const HEX_CHARACTERS = 128;
export const DEVICE_PATH = '/device';

/** Bytes that would make some letters likelier than others are left out. */
function newUserCode({ ids }: Pick<OAuthDependencies, 'ids'>): string {
  const bytes = [...Buffer.from(ids.hex(HEX_CHARACTERS), 'hex')].filter((byte) => byte < LETTERS.length * 12);
  const letters = bytes.slice(0, 2 * GROUP).map((byte) => LETTERS.charAt(byte % LETTERS.length));
  return `${letters.slice(0, GROUP).join('')}-${letters.slice(GROUP).join('')}`;
}

/** As typed: small letters, spaces and a missing dash do not matter. */
export const userCodeIn = (text: string): string => {
  const letters = text.toUpperCase().replaceAll(/[^A-Z]/g, '');
  return `${letters.slice(0, GROUP)}-${letters.slice(GROUP)}`;
};

/** Google's names and those of the standard. */
export async function newDevice(
  { clientId, scopes }: Pick<Device, 'clientId' | 'scopes'>,
  rootUrl: string,
  dependencies: OAuthDependencies,
): Promise<object> {
  const { stores, ids, clock } = dependencies;
  const untilMs = clock.now().getTime() + LIFE_SECONDS * 1000;
  const [code, userCode] = [newSecret(ids), newUserCode(dependencies)];
  const device = hashSecret(code);
  if (!(await stores.userCodes.add(userCode, { device }, untilMs)))
    return newDevice({ clientId, scopes }, rootUrl, dependencies);
  await stores.devices.put(device, { clientId, scopes, untilMs }, untilMs);
  const page = rootUrl.replace(/\/$/, '') + DEVICE_PATH;
  return {
    device_code: code,
    user_code: userCode,
    verification_url: page,
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${userCode}`,
    expires_in: LIFE_SECONDS,
    interval: INTERVAL_SECONDS,
  };
}

/** The statuses are those of Google's server, which differ from the standard's 400. */
const PENDING = () => new OAuthError('authorization_pending', 'Precondition Required', 428);
const SLOW_DOWN = () => new OAuthError('slow_down', 'Polling too often: wait for the interval.', 403);

export const redeemDeviceCode: Redeem = (request, dependencies) => {
  const credentials = credentialsOf(request);
  return guarded(request, credentials.id, dependencies, async () => {
    const { form, rootUrl } = request;
    const { stores, clock } = dependencies;
    const { client } = await authenticateClient(credentials, rootUrl, dependencies);
    const code = parameterOf(form, 'device_code') ?? requiredParameter(form, 'code');
    const found = await stores.devices.find(hashSecret(code));
    if (found === undefined || found.value.clientId !== client.id) throw invalidGrant('Malformed device code.');
    const { decision, polledMs = -Infinity, untilMs } = found.value;
    if (decision === undefined) {
      const now = clock.now().getTime();
      if (now - polledMs < INTERVAL_SECONDS * 1000) throw SLOW_DOWN();
      await stores.devices.replace(found, { ...found.value, polledMs: now }, untilMs);
      throw PENDING();
    }
    if (!(await stores.devices.remove(found.id))) throw invalidGrant('The device code was used before.');
    if (decision === 'denied') throw new OAuthError('access_denied', 'Forbidden', 403);
    if (!(await isGrantAlive(decision, dependencies))) throw invalidGrant('Token has been expired or revoked.');
    const [answer, refreshToken] = await Promise.all([
      issueTokens({ ...decision, isOffline: true }, rootUrl, dependencies),
      newRefreshToken(decision, dependencies),
    ]);
    return { ...answer, refresh_token: refreshToken };
  });
};
