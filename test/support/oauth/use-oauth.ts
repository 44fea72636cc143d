/** The authorization server behind the gateway of a test file, and clients that are registered with it. */
import {
  newKeys,
  registerAuthorizedUser,
  registerClient,
  registerServiceAccount,
} from '#lib/oauth/credentials/register';
import type { OAuthDependencies } from '#lib/oauth/endpoint';
import type { TestGateway } from '#test/support/http/gateway';
import { useGateway } from '#test/support/http/use-gateway';

export interface ClientFile {
  readonly client_id: string;
  readonly client_secret: string;
  readonly redirect_uris: readonly string[];
  readonly token_uri: string;
}

export interface ServiceAccountFile {
  readonly client_email: string;
  readonly client_id: string;
  readonly private_key: string;
  readonly private_key_id: string;
  readonly token_uri: string;
}

export interface AuthorizedUserFile {
  readonly type: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly refresh_token: string;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

export const REDIRECT = 'https://app.example.com/oauth/callback';
let names = 0;
/** Making a pair takes up to a second: the accounts of a process have the same. `npm run credentials` makes new ones. */
let keys: ReturnType<typeof newKeys> | undefined;

/** The settings that functions read must not be read before the run's servers are known. */
export const oauthService = async (): Promise<OAuthDependencies> =>
  (await import('#lib/runtime/oauth/dependencies')).oauthService();

export function useOAuth() {
  const gateway: TestGateway = useGateway();
  return {
    gateway,

    async client(type: 'web' | 'installed' = 'web'): Promise<ClientFile> {
      const redirectUris = type === 'web' ? [REDIRECT] : [];
      const registration = { type, name: 'Tea Party', rootUrl: gateway.rootUrl, redirectUris };
      return ((await registerClient(registration, await oauthService())) as Record<string, ClientFile>)[
        type
      ] as ClientFile;
    },

    async serviceAccount(delegatedScopes: readonly string[] = []): Promise<ServiceAccountFile> {
      names += 1;
      const name = `robot-${String(process.pid)}-${String(names)}-${String(Date.now())}`.slice(0, 30);
      const registration = { name, rootUrl: gateway.rootUrl, delegatedScopes };
      keys ??= newKeys();
      return (await registerServiceAccount(registration, await oauthService(), keys)) as ServiceAccountFile;
    },

    async authorizedUser(email: string, scopes: readonly string[]): Promise<AuthorizedUserFile> {
      const registration = { name: 'Tea Party', rootUrl: gateway.rootUrl, email, scopes };
      return (await registerAuthorizedUser(registration, await oauthService())) as AuthorizedUserFile;
    },

    async post(
      path: string,
      form: Readonly<Record<string, string>>,
      headers: Record<string, string> = {},
    ): Promise<Answered> {
      const response = await fetch(new URL(path, gateway.rootUrl), {
        method: 'POST',
        headers,
        body: new URLSearchParams(form),
        redirect: 'manual',
      });
      return { status: response.status, headers: response.headers, body: (await response.json()) as Answered['body'] };
    },

    async get(path: string, token?: string): Promise<Answered> {
      const response = await fetch(new URL(path, gateway.rootUrl), {
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        redirect: 'manual',
      });
      return { status: response.status, headers: response.headers, body: (await response.json()) as Answered['body'] };
    },
  };
}
