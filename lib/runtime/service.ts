/** What the three services share: tokens, keys, quota, clock, ids and log. */
import type { Service } from '#lib/middleware/serve';
import { keyChecker } from '#lib/middleware/check-key';
import { tokenVerifier } from '#lib/middleware/verify-token';
import { dynamoApiKeys } from '#lib/stores/dynamodb/api-keys';
import { documents } from '#lib/stores/dynamodb/client';
import { dynamoQuota } from '#lib/stores/dynamodb/quota';
import { systemClock } from './clock.ts';
import { config } from './config.ts';
import { randomIds } from './ids.ts';
import { logger } from './logger.ts';

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
