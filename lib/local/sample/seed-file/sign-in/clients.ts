/** OAuth clients of a seed, and its users as people who can be chosen when a client asks for access. */
import { foldAddress } from '#lib/api/text/address';
import { hashSecret } from '#lib/api/text/secrets';
import type { Findings } from '#lib/local/sample/seed-file/form/problem';
import type { Seed } from '#lib/local/sample/seed-file/form/schema';
import { redirectProblem } from '#lib/oauth/clients/redirect';
import type { OAuthDependencies } from '#lib/oauth/endpoint';

export function checkClients({ oauthClients = [] }: Seed, found: Findings): void {
  for (const [index, { type, redirectUris = [] }] of oauthClients.entries()) {
    const path = ['oauthClients', index];
    if (type === 'web' && redirectUris.length === 0) found.add(path, 'A site needs redirectUris.');
    for (const [at, uri] of redirectUris.entries()) {
      const problem = redirectProblem(uri);
      if (problem !== undefined) found.add([...path, 'redirectUris', at], problem);
    }
  }
}

export async function applyClients(
  { users = [], oauthClients = [] }: Seed,
  { stores, clock }: Pick<OAuthDependencies, 'stores' | 'clock'>,
): Promise<void> {
  for (const { email = '' } of users) {
    const address = foldAddress(email);
    await stores.people.put(address, { email: address });
  }
  for (const { id = '', type = 'installed', name = id, secret = '', redirectUris = [] } of oauthClients)
    await stores.clients.put(id, {
      id,
      type,
      name,
      created: clock.now().toISOString(),
      secretHash: hashSecret(secret),
      redirectUris,
    });
}
