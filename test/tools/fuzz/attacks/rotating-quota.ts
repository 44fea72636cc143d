/** Rotating quota: one caller who names another `quotaUser` in each request, beside one who does nothing of the kind. */
import { serve } from '#lib/middleware/serve';
import { calendar } from '#lib/runtime/calendar/serve';
import { requestsTo } from '#test/support/ask';
import { calendarOperations, storesOn, TestClock } from '#test/support/calendar/calendar';
import { someone } from '#test/support/people';
import { token } from '#test/support/token';
import { seededRandom, type Random } from '#test/tools/shared/random';

const USER_PER_MINUTE = 20;

const quotaUsers = (random: Random): string =>
  encodeURIComponent(
    random.pick([
      String(random.below(1e9)),
      'same',
      ' same',
      'SAME',
      `${'long'.repeat(20)}${String(random.below(1e9))}`,
      '\u212a',
      '',
    ]),
  );

export interface QuotaOutcome {
  readonly served: number;
  readonly findings: readonly string[];
}

/** All of it within one minute of the service's clock. */
export async function rotateQuotaUser(requests: number, seed: number): Promise<QuotaOutcome> {
  const random = seededRandom(seed);
  const clock = new TestClock();
  const ceilings = { userPerMinute: USER_PER_MINUTE, stagePerMinute: 3 * USER_PER_MINUTE };
  const store = countingStore();
  const send = requestsTo(serve(calendarOperations, { ...calendar, clock, stores: storesOn(clock), ceilings, store }));
  const senders = await Promise.all(
    [someone('mallory'), someone('bystander')].map(async (email) => ({
      authorization: `Bearer ${await token(email)}`,
    })),
  );
  const servedTo = async (headers: Record<string, string> | undefined, urls: readonly string[]): Promise<number> => {
    let served = 0;
    for (const url of urls) if ((await send('GET', url, { headers: headers ?? {} })).status === 200) served += 1;
    return served;
  };
  const colors = '/calendar/v3/colors';
  const served = await servedTo(
    senders[0],
    Array.from({ length: requests }, () => `${colors}?quotaUser=${quotaUsers(random)}`),
  );
  const left = await servedTo(
    senders[1],
    Array.from({ length: USER_PER_MINUTE }, () => colors),
  );
  return {
    served,
    findings: [
      ...(served > USER_PER_MINUTE ? [`${String(served)} requests of one caller were served in a minute`] : []),
      ...(left < USER_PER_MINUTE ? [`a bystander was served ${String(left)} of ${String(USER_PER_MINUTE)} times`] : []),
    ],
  };
}

/** Leases of this run alone. */
function countingStore(): typeof calendar.store {
  const used = new Map<string, number>();
  return {
    lease: ({ bucket, minute, units, ceiling }) => {
      const key = `${bucket} ${String(minute)}`;
      const granted = Math.max(0, Math.min(units, ceiling - (used.get(key) ?? 0)));
      used.set(key, (used.get(key) ?? 0) + granted);
      return Promise.resolve(granted);
    },
  };
}
