import type { OAuthDependencies } from '#lib/oauth/endpoint';
import type { Grant } from '#lib/oauth/model/records';
import { union } from '#lib/oauth/scopes';
import { grantKey } from './revoke.ts';

const ID_CHARACTERS = 32;

/** Notes that somebody allows a client these scopes, besides those that were allowed before. */
export async function allow(
  { email, clientId, scopes }: Omit<Grant, 'id'>,
  dependencies: Pick<OAuthDependencies, 'stores' | 'ids'>,
): Promise<Grant> {
  const { stores, ids } = dependencies;
  const key = grantKey({ email, clientId });
  const found = await stores.grants.find(key);
  const grant: Grant = {
    id: found?.value.id ?? ids.hex(ID_CHARACTERS),
    email,
    clientId,
    scopes: union(found?.value.scopes ?? [], scopes),
  };
  const isKept = found === undefined ? await stores.grants.add(key, grant) : await stores.grants.replace(found, grant);
  return isKept ? grant : allow({ email, clientId, scopes }, dependencies);
}
