/** Refresh tokens: made, and used. One that nobody uses for half a year ends. */
import { hashSecret, newSecret } from '#lib/api/text/secrets';
import type { OAuthDependencies } from '#lib/oauth/endpoint';
import { invalidGrant } from '#lib/oauth/errors';
import type { Authorization, RefreshToken } from '#lib/oauth/model/records';
import type { Stored } from '#lib/oauth/stores';
import { isGrantAlive, revokeGrant } from '#lib/oauth/tokens/revoke';

const DAY_MS = 86_400_000;
const IDLE_MS = 180 * DAY_MS;
/** As Google's begin. */
const PREFIX = '1//';

export async function newRefreshToken(
  { clientId, email, scopes, grantId }: Authorization,
  { stores, ids, clock }: OAuthDependencies,
): Promise<string> {
  const token = newSecret(ids, PREFIX);
  const now = clock.now().getTime();
  await stores.refreshTokens.put(hashSecret(token), { clientId, email, scopes, grantId, usedMs: now }, now + IDLE_MS);
  return token;
}

const expired = () => invalidGrant('Token has been expired or revoked.');

/** The token's record, if it is good; one that was used up says that somebody has a copy, and all of its grant ends. */
export async function findRefreshToken(token: string, dependencies: OAuthDependencies): Promise<Stored<RefreshToken>> {
  const found = await dependencies.stores.refreshTokens.find(hashSecret(token));
  if (found === undefined) throw expired();
  if (found.value.isReplaced === true) {
    await revokeGrant(found.value, dependencies);
    throw expired();
  }
  if (!(await isGrantAlive(found.value, dependencies))) throw expired();
  return found;
}

/** Notes the use, once a day; where tokens rotate, answers the next one. */
export async function useRefreshToken(
  found: Stored<RefreshToken>,
  dependencies: OAuthDependencies,
): Promise<{ readonly refresh_token?: string }> {
  const { stores, clock, rotatesRefreshTokens } = dependencies;
  const now = clock.now().getTime();
  if (rotatesRefreshTokens) {
    const isFirst = await stores.refreshTokens.replace(found, { ...found.value, isReplaced: true }, now + IDLE_MS);
    if (!isFirst) throw expired();
    return { refresh_token: await newRefreshToken(found.value, dependencies) };
  }
  if (now - found.value.usedMs > DAY_MS)
    await stores.refreshTokens.replace(found, { ...found.value, usedMs: now }, now + IDLE_MS);
  return {};
}
