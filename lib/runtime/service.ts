/**
 * Wiring: the only folder that puts rules, stores and settings together. This file has what the three services share
 * (tokens, keys, quota, clock, ids and log); one folder for each service has the rest, `process/` what a process reads
 * from its environment.
 */
import { keyChecker } from '#lib/middleware/auth/check-key';
import { ownIssuer } from '#lib/middleware/auth/own-issuer';
import { tokenVerifier } from '#lib/middleware/auth/verify-token';
import type { Service } from '#lib/middleware/serve';
import { documents } from '#lib/stores/dynamodb/client/client';
import { dynamoApiKeys } from '#lib/stores/dynamodb/platform/api-keys';
import { dynamoIssuerRecords } from '#lib/stores/dynamodb/platform/issuer-records';
import { dynamoQuota } from '#lib/stores/dynamodb/platform/quota';
import { systemClock } from './process/clock.ts';
import { config } from './process/config.ts';
import { randomIds } from './process/ids.ts';
import { logger } from './process/logger.ts';
import type { OpenedUpstream } from './upstream.ts';

type Own = 'name' | 'stores' | 'invalidBody' | 'withoutCredentials' | 'daily' | 'perSecond' | 'emptyAnswer';

/** The stage's own authorization server, where it has one. */
const ownIssuerIn = (table: string) =>
  config.signIn && ownIssuer(config.signIn.issuer, dynamoIssuerRecords(documents, table), systemClock);

/** `table` also holds the service's API keys, quota leases, and keys and revocations of the authorization server. */
export const makeService = <Stores>(
  table: string,
  { upstream, ...own }: Pick<Service<Stores>, Own> & { readonly upstream?: OpenedUpstream | undefined },
): Service<Stores> => ({
  ...own,
  upstream,
  verifyToken: upstream?.verifyToken ?? tokenVerifier(config.issuers, systemClock, ownIssuerIn(table)),
  // A key goes to the upstream as a token does, which alone knows it.
  checkKey:
    upstream?.verifyToken === undefined
      ? keyChecker(dynamoApiKeys(documents, table), systemClock)
      : () => Promise.resolve(true),
  store: dynamoQuota(documents, table),
  ceilings: config.quota,
  clock: systemClock,
  ids: randomIds,
  log: logger,
});
