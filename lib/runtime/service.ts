/**
 * Wiring: the only folder that puts rules, stores and settings together. This file has what the three services share
 * (tokens, keys, quota, clock, ids and log); one folder for each service has the rest, `process/` what a process reads
 * from its environment.
 */
import { keyChecker } from '#lib/middleware/auth/check-key';
import { tokenVerifier } from '#lib/middleware/auth/verify-token';
import type { Service } from '#lib/middleware/serve';
import { documents } from '#lib/stores/dynamodb/client/client';
import { dynamoApiKeys } from '#lib/stores/dynamodb/platform/api-keys';
import { dynamoQuota } from '#lib/stores/dynamodb/platform/quota';
import { systemClock } from './process/clock.ts';
import { config } from './process/config.ts';
import { randomIds } from './process/ids.ts';
import { logger } from './process/logger.ts';

type Own = 'name' | 'stores' | 'invalidBody' | 'withoutCredentials' | 'daily' | 'perSecond' | 'emptyAnswer';

/** `table` also holds the service's API keys and quota leases. */
export const makeService = <Stores>(table: string, own: Pick<Service<Stores>, Own>): Service<Stores> => ({
  ...own,
  verifyToken: tokenVerifier(config.issuers, systemClock),
  checkKey: keyChecker(dynamoApiKeys(documents, table), systemClock),
  store: dynamoQuota(documents, table),
  ceilings: config.quota,
  clock: systemClock,
  ids: randomIds,
  log: logger,
});
