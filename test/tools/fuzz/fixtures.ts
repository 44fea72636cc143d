/** A caller with few permissions, and a victim whose data must never be seen. */
import { randomBytes, randomInt } from 'node:crypto';
import { SCOPE } from '#lib/calendar/scopes';
import { ALL_SCOPES } from '#lib/local/sign-in/all-scopes';
import type { LocalIssuer } from '#lib/local/sign-in/issuer';
import { callingAs, fillCalendars } from '#test/tools/fixtures/calendars';
import { openStores, createUserData } from '#test/tools/fixtures/user-data';
import type { SendRequest } from '#test/tools/shared/request-sender';
import type { FuzzFixtures } from './campaign.ts';

const LIFE_SECONDS = 6 * 3600;

export async function openFixtures(
  sign: LocalIssuer['sign'],
  senders: readonly [SendRequest, ...SendRequest[]],
): Promise<FuzzFixtures> {
  const name = randomBytes(5).toString('hex');
  const [mallory, victor] = [`mallory-${name}@example.com`, `victor-${name}@victim.example`];
  const secret = `canary${randomBytes(8).toString('hex')}`;
  const [token, narrowToken, victimToken] = await Promise.all([
    sign({ email: mallory, scopes: ALL_SCOPES, ttlSeconds: LIFE_SECONDS }),
    sign({ email: mallory, scopes: [SCOPE.settingsReadonly], ttlSeconds: LIFE_SECONDS }),
    sign({ email: victor, scopes: ALL_SCOPES, ttlSeconds: LIFE_SECONDS }),
  ]);
  const stores = await openStores();
  const number = randomInt(1, 499_999);
  const [own, foreign, apiKey] = await Promise.all([
    createUserData(senders[0], stores, { email: mallory, token, mark: 'own', number }),
    createUserData(senders[0], stores, { email: victor, token: victimToken, mark: secret, number: number + 500_000 }),
    stores.addApiKey(),
  ]);
  // Texts that the fuzzer itself sends prove no leak, and a volume is readable for everyone who knows its id.
  const sendable = {
    ...foreign,
    ruleId: 'user:someone@elsewhere.example',
    shelvedVolumeId: foreign.volumeId,
    segmentationName: 'activity',
  };
  const { runDueReports } = await import('#lib/runtime/ads/run-due-reports');
  await runDueReports();
  const call = callingAs(senders[0], token);
  return {
    senders,
    own,
    renew: async () => ({ ...own, ...(await fillCalendars(call, mallory, 'own')) }),
    foreign: sendable,
    secrets: [secret],
    means: { token, narrowToken, apiKey, victim: victor },
  };
}
