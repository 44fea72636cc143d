/** The end of tokens. What came from one consent ends together, as at Google. */
import { revocationOfClient } from '#lib/api/issuer-records';
import { hashSecret } from '#lib/api/text/secrets';
import type { OAuthDependencies } from '#lib/oauth/endpoint';
import type { Authorization } from '#lib/oauth/model/records';
import { TOKEN_SECONDS } from './issue.ts';

const MARGIN_SECONDS = 300;

/** Id of the record of what a person allowed a client. */
export const grantKey = ({ email, clientId }: Pick<Authorization, 'email' | 'clientId'>): string =>
  hashSecret(JSON.stringify([email, clientId]));

/** Remembered until the last token that it is about has expired. */
export async function revokeId(
  id: string,
  { records, clock }: Pick<OAuthDependencies, 'records' | 'clock'>,
  lastsSeconds: number = TOKEN_SECONDS,
): Promise<void> {
  const atMs = clock.now().getTime();
  await records.revoke({ id, atMs, untilMs: atMs + (lastsSeconds + MARGIN_SECONDS) * 1000 });
}

/** `npm run token` makes tokens that last for days. */
const CLIENT_TOKENS_SECONDS = 366 * 86_400;

/** Removes a client, and ends its tokens within seconds. False when there is none. */
export async function revokeClient(clientId: string, dependencies: OAuthDependencies): Promise<boolean> {
  if (!(await dependencies.stores.clients.remove(clientId))) return false;
  await revokeId(revocationOfClient(clientId), dependencies, CLIENT_TOKENS_SECONDS);
  return true;
}

/** Refresh tokens end too: they are good as long as the grant with their id exists. */
export async function revokeGrant(
  authorization: Pick<Authorization, 'email' | 'clientId' | 'grantId'>,
  dependencies: OAuthDependencies,
): Promise<void> {
  const { grants } = dependencies.stores;
  const grant = await grants.find(grantKey(authorization));
  await Promise.all([
    revokeId(authorization.grantId, dependencies),
    grant?.value.id === authorization.grantId ? grants.remove(grant.id) : undefined,
  ]);
}

export async function isGrantAlive(
  authorization: Pick<Authorization, 'email' | 'clientId' | 'grantId'>,
  { stores }: Pick<OAuthDependencies, 'stores'>,
): Promise<boolean> {
  return (await stores.grants.find(grantKey(authorization)))?.value.id === authorization.grantId;
}
