/** A caller with few permissions, and a victim whose data must never be seen. */
import { randomBytes, randomInt } from 'node:crypto';
import { SCOPE } from '#lib/calendar/scopes';
import { ALL_SCOPES } from '#lib/local/sign-in/all-scopes';
import type { LocalIssuer } from '#lib/local/sign-in/issuer';
import { callingAs, fillCalendars } from '#test/tools/fixtures/calendars';
import { openStores, settle } from '#test/tools/fixtures/holdings';
import type { Door } from '#test/tools/shared/request-sender';
import type { Battlefield } from './campaign.ts';

const LIFE_SECONDS = 6 * 3600;

export async function openBattlefield(
  sign: LocalIssuer['sign'],
  doors: readonly [Door, ...Door[]],
): Promise<Battlefield> {
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
    settle(doors[0], stores, { email: mallory, token, mark: 'own', number }),
    settle(doors[0], stores, { email: victor, token: victimToken, mark: secret, number: number + 500_000 }),
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
  const call = callingAs(doors[0], token);
  return {
    doors,
    own,
    renew: async () => ({ ...own, ...(await fillCalendars(call, mallory, 'own')) }),
    foreign: sendable,
    secrets: [secret],
    means: { token, narrowToken, apiKey, victim: victor },
  };
}
