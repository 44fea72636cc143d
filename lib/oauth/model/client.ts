/** Programs that ask for tokens. */

export type ClientType = 'web' | 'installed' | 'service-account' | 'page';

export interface Client {
  /** For a service account: its address. */
  readonly id: string;
  readonly type: ClientType;
  /** As people see it when they are asked. */
  readonly name: string;
  /** RFC 3339. */
  readonly created: string;
  readonly secretHash?: string;
  readonly redirectUris: readonly string[];
  /** Of a service account, whose private key only its owner has. */
  readonly publicKey?: { readonly kid: string; readonly jwk: Readonly<Record<string, unknown>> };
  /** Scopes for which a service account may speak for people (domain-wide delegation). */
  readonly delegatedScopes?: readonly string[];
}

export const PAGE_CLIENT_ID = 'almanac-documentation';

/** The documentation page of this host: nobody has to register it, and it has no secret. */
export const pageClient = (rootUrl: string): Client => ({
  id: PAGE_CLIENT_ID,
  type: 'page',
  name: 'The documentation page',
  created: '2026-11-15T00:00:00Z',
  redirectUris: [`${rootUrl}oauth2-redirect.html`],
});

export const CONSOLE_CLIENT_ID = 'almanac-console';

/** The web console of this host, likewise. */
export const consoleClient = (rootUrl: string): Client => ({
  id: CONSOLE_CLIENT_ID,
  type: 'page',
  name: 'The console',
  created: '2026-11-16T00:00:00Z',
  redirectUris: [`${rootUrl}console/signed-in`],
});
