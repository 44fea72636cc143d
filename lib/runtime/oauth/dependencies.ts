/** The authorization server of this stage. */
import { ADS_SCOPES } from '#lib/ads/scopes';
import { ApiError } from '#lib/api/errors';
import { BOOKS_SCOPES } from '#lib/books/scopes';
import { CALENDAR_SCOPES } from '#lib/calendar/scopes';
import { ownIssuer } from '#lib/middleware/auth/own-issuer';
import { issuedMsOf, revocableIds, tokenChecker } from '#lib/middleware/auth/verify-token';
import type { AccessToken, OAuthDependencies } from '#lib/oauth/endpoint';
import { oidcProvider } from '#lib/oauth/sign-in/oidc-provider';
import { systemClock } from '#lib/runtime/process/clock';
import { config, type Config, type SignInConfig } from '#lib/runtime/process/config';
import { randomIds } from '#lib/runtime/process/ids';
import { logger } from '#lib/runtime/process/logger';
import { documents } from '#lib/stores/dynamodb/client/client';
import { dynamoOAuthStores } from '#lib/stores/dynamodb/oauth/stores';
import { dynamoIssuerRecords, inEveryTable } from '#lib/stores/dynamodb/platform/issuer-records';

/** Reads only our own tokens; those of other issuers of the stage are not for us to describe. */
function tokenReader({ issuer, table }: SignInConfig, { issuers }: Config): OAuthDependencies['readToken'] {
  const own = ownIssuer(issuer, dynamoIssuerRecords(documents, table), systemClock, 0);
  const check = tokenChecker(
    issuers.filter((listed) => listed.issuer === issuer),
    systemClock,
    own,
  );
  return async (token): Promise<AccessToken | undefined> => {
    const checked = await check(token).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 401) return undefined;
      throw error;
    });
    if (checked === undefined || (await own.isRevoked(revocableIds(checked.claims), issuedMsOf(checked.claims))))
      return undefined;
    const { claims, user } = checked;
    return {
      email: user.email,
      scopes: user.scopes,
      clientId: user.clientId,
      expiresSeconds: claims.exp ?? 0,
      isOffline: claims['access_type'] === 'offline',
      id: claims.jti,
      grantId: typeof claims['gid'] === 'string' ? claims['gid'] : undefined,
    };
  };
}

function keysOutsideOfTable({ issuer }: SignInConfig, { issuers }: Config): OAuthDependencies['otherKeys'] {
  return issuers.find((listed) => listed.issuer === issuer)?.jwks?.keys ?? [];
}

function oauthDependencies(settings: Config): OAuthDependencies {
  const { signIn, calendarTable, booksTable, adsTable } = settings;
  if (signIn === undefined)
    throw new Error('This stage has no authorization server: deploy it with --param signIn=on.');
  const recordsIn = (table: string) => dynamoIssuerRecords(documents, table);
  return {
    stores: dynamoOAuthStores({ db: documents, table: signIn.table, clock: systemClock }),
    records: inEveryTable([recordsIn(signIn.table), ...[calendarTable, booksTable, adsTable].map(recordsIn)]),
    clock: systemClock,
    ids: randomIds,
    log: logger,
    issuer: signIn.issuer,
    scopes: { ...CALENDAR_SCOPES, ...BOOKS_SCOPES, ...ADS_SCOPES },
    otherKeys: keysOutsideOfTable(signIn, settings),
    rotatesRefreshTokens: signIn.rotatesRefreshTokens,
    isWithoutPassword: signIn.isWithoutPassword,
    provider: signIn.provider && oidcProvider(signIn.provider, systemClock),
    readToken: tokenReader(signIn, settings),
  };
}

let made: OAuthDependencies | undefined;

/** Made when it is first asked for. */
export const oauthService = (): OAuthDependencies => (made ??= oauthDependencies(config));
