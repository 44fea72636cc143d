/**
 * Endpoints of the authorization server: what a request brings, what they are handed, what they answer. Their routes
 * are those of Google's server, under all the names that libraries use.
 */
import type { Clock, Ids, Logger } from '#lib/api/context';
import type { IssuerRecords } from '#lib/api/issuer-records';
import { invalidRequest } from './errors.ts';
import type { Html } from './html.ts';
import type { IdentityProvider } from './model/identity-provider.ts';
import type { OAuthStores } from './stores.ts';

export interface OAuthRequest {
  /** Scheme and host the client used, ending in a slash. */
  readonly rootUrl: string;
  readonly path: string;
  readonly method: string;
  readonly query: URLSearchParams;
  /** Fields of the body. */
  readonly form: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: ReadonlyMap<string, string>;
  readonly sourceIp: string;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly body?: object | Html;
}

/** An access token of this stage that is good now. */
export interface AccessToken {
  readonly email: string;
  readonly scopes: readonly string[];
  readonly clientId: string | undefined;
  readonly expiresSeconds: number;
  readonly isOffline: boolean;
  /** By which it can be revoked; a token of `npm run token` has none. */
  readonly id: string | undefined;
  readonly grantId: string | undefined;
}

export interface OAuthDependencies {
  readonly stores: OAuthStores;
  readonly records: IssuerRecords;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  /** As it stands in access tokens. */
  readonly issuer: string;
  /** All scopes that the stage's services know, with what they allow in words. */
  readonly scopes: Readonly<Record<string, string>>;
  /** Keys of the issuer besides those of the server: the one of `npm run token`. */
  readonly otherKeys: readonly Readonly<Record<string, unknown>>[];
  readonly rotatesRefreshTokens: boolean;
  /** Where people sign in. */
  readonly provider: IdentityProvider | undefined;
  /** On a laptop, people just say who they are. */
  readonly isWithoutPassword: boolean;
  /** Undefined for a token that is not ours, damaged, expired or revoked. */
  readToken(token: string): Promise<AccessToken | undefined>;
}

export interface Endpoint {
  /** `oauth.token` */
  readonly id: string;
  readonly summary: string;
  readonly routes: readonly `${'GET' | 'POST'} /${string}`[];
  run(request: OAuthRequest, dependencies: OAuthDependencies): Promise<Answer>;
}

export const defineEndpoint = (endpoint: Endpoint): Endpoint => endpoint;

/** Undefined where it is missing or empty; twice is once too often (RFC 6749, 3.1). */
export function parameterOf(values: URLSearchParams, name: string): string | undefined {
  const [value = '', ...more] = values.getAll(name);
  if (more.length > 0) throw invalidRequest(`Parameter given more than once: ${name}`);
  return value === '' ? undefined : value;
}

export function requiredParameter(values: URLSearchParams, name: string): string {
  const value = parameterOf(values, name);
  if (value === undefined) throw invalidRequest(`Missing required parameter: ${name}`);
  return value;
}

/** Of the body, else of the address: clients write `token` in either. */
export const eitherParameter = ({ form, query }: OAuthRequest, name: string): string | undefined =>
  parameterOf(form, name) ?? parameterOf(query, name);

const BEARER = /^Bearer +(\S+) *$/i;

export const bearerOf = ({ headers }: OAuthRequest): string | undefined =>
  BEARER.exec(headers['authorization'] ?? '')?.[1];
