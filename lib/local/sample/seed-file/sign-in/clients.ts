/** OAuth clients of a seed, and its users as people who can be chosen when a client asks for access. */
import { foldAddress } from '#lib/api/text/address';
import { hashSecret } from '#lib/api/text/secrets';
import type { Findings } from '#lib/local/sample/seed-file/form/problem';
import type { Seed, SeedClient } from '#lib/local/sample/seed-file/form/schema';
import { withoutEmpty } from '#lib/local/sample/seed-file/form/writable';
import { redirectProblem } from '#lib/oauth/clients/redirect';
import type { OAuthDependencies } from '#lib/oauth/endpoint';
import type { Client } from '#lib/oauth/model/client';

export function checkClients({ oauthClients = [] }: Seed, found: Findings): void {
  for (const [index, { type, secret, secretHash, publicKey, redirectUris = [] }] of oauthClients.entries()) {
    const path = ['oauthClients', index];
    if (type !== 'service-account' && secret === undefined && secretHash === undefined)
      found.add(path, 'secret is missing.');
    if (type === 'service-account' && publicKey === undefined) found.add(path, 'publicKey is missing.');
    if (type === 'web' && redirectUris.length === 0) found.add(path, 'A site needs redirectUris.');
    for (const [at, uri] of redirectUris.entries()) {
      const problem = redirectProblem(uri);
      if (problem !== undefined) found.add([...path, 'redirectUris', at], problem);
    }
  }
}

function clientOf({ secret, ...client }: SeedClient, now: Date): Client {
  const { id = '', type = 'installed', name = id, redirectUris = [], secretHash, publicKey, delegatedScopes } = client;
  const hash = secret === undefined ? secretHash : hashSecret(secret);
  return {
    id,
    type,
    name,
    created: now.toISOString(),
    redirectUris,
    ...(hash !== undefined && { secretHash: hash }),
    ...(publicKey !== undefined && { publicKey }),
    ...(delegatedScopes !== undefined && { delegatedScopes }),
  };
}

export async function applyClients(
  { users = [], oauthClients = [] }: Seed,
  { stores, clock }: Pick<OAuthDependencies, 'stores' | 'clock'>,
): Promise<void> {
  for (const { email = '' } of users) {
    const address = foldAddress(email);
    await stores.people.put(address, { email: address });
  }
  for (const client of oauthClients) await stores.clients.put(client.id ?? '', clientOf(client, clock.now()));
}

export const exportClients = async ({ stores }: Pick<OAuthDependencies, 'stores'>): Promise<SeedClient[]> =>
  (await stores.clients.list()).flatMap(({ created: _, type, redirectUris, delegatedScopes = [], ...client }) =>
    type === 'page'
      ? []
      : withoutEmpty({
          ...client,
          type,
          redirectUris: [...redirectUris],
          delegatedScopes: [...delegatedScopes],
        }),
  );
