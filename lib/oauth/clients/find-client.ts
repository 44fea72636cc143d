import type { OAuthDependencies } from '#lib/oauth/endpoint';
import { CONSOLE_CLIENT_ID, consoleClient, PAGE_CLIENT_ID, pageClient, type Client } from '#lib/oauth/model/client';

/** Registered clients, and the pages of this host. */
export async function findClient(
  id: string,
  rootUrl: string,
  { stores }: Pick<OAuthDependencies, 'stores'>,
): Promise<Client | undefined> {
  if (id === PAGE_CLIENT_ID) return pageClient(rootUrl);
  if (id === CONSOLE_CLIENT_ID) return consoleClient(rootUrl);
  const client = (await stores.clients.find(id))?.value;
  return client?.type === 'service-account' ? undefined : client;
}
