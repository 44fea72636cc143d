/**
 * What one instance holds of the quota that all instances share.
 *
 * Units are leased from the store in portions that double, up to a twentieth of the ceiling, so a busy instance writes
 * rarely and an idle one keeps little from the others. Minutes are those of the clock: a bucket is full again when the
 * next one begins. Within a minute the instances together never pass the ceiling (the slack is 0); units that an
 * instance leased and did not need end with the minute, so the last ones may be refused although nobody used them.
 */
import type { Clock, Logger } from '#lib/api/context';
import { remembered } from '#lib/api/process/remembered';
import type { QuotaStore } from '#lib/api/quota';

const MAX_PORTION = 1 / 20;

export interface Demand {
  readonly bucket: string;
  readonly ceiling: number;
}

export interface QuotaLedger {
  /** Takes the units from every bucket, or from none and names one that is empty. */
  charge(demands: readonly Demand[], units: number): Promise<Demand | undefined>;
}

interface Account {
  readonly demand: Demand;
  left: number;
  leased: number;
  /** The store has no more in this minute. */
  isDrained: boolean;
  refill: Promise<void> | undefined;
}

const minuteOf = (at: Date): number => Math.floor(at.getTime() / 60_000);

/** For how long units are counted together. */
export interface Period {
  /** The minute with which the period around a moment begins. */
  startOf(at: Date): number;
  /** The most it lasts. */
  readonly minutes: number;
}

const MINUTE: Period = { startOf: minuteOf, minutes: 1 };

export function quotaLedger(
  store: QuotaStore,
  clock: Clock,
  log: Logger,
  { startOf, minutes }: Period = MINUTE,
): QuotaLedger {
  let minute = 0;
  let accounts = new Map<string, Account>();
  const data = remembered(() => ({}));
  let dataOfPage = data();
  let hasComplained = false;

  function turnPage(): void {
    const now = startOf(clock.now());
    if (now === minute && dataOfPage === data()) return;
    minute = now;
    dataOfPage = data();
    accounts = new Map();
    hasComplained = false;
  }

  function accountOf(demand: Demand): Account {
    const known = accounts.get(demand.bucket);
    if (known !== undefined) return known;
    const opened: Account = { demand, left: 0, leased: 0, isDrained: false, refill: undefined };
    accounts.set(demand.bucket, opened);
    return opened;
  }

  async function lease(account: Account, missing: number): Promise<void> {
    const { bucket, ceiling } = account.demand;
    const units = Math.max(missing, Math.min(account.leased, Math.ceil(ceiling * MAX_PORTION)));
    try {
      const granted = await store.lease({ bucket, minute, ...(minutes > 1 && { minutes }), ceiling, units });
      account.left += granted;
      account.leased += granted;
      account.isDrained = granted < units;
    } catch (error) {
      // If the store fails, nobody is refused until the next minute.
      account.left = Infinity;
      if (!hasComplained) log.error('quota store failed, requests pass uncounted', { error: String(error) });
      hasComplained = true;
    }
  }

  /** Requests that run side by side in one process wait for the same lease. */
  const refill = (account: Account, units: number): Promise<void> =>
    (account.refill ??= lease(account, units - account.left).finally(() => {
      account.refill = undefined;
    }));

  return {
    async charge(demands, units) {
      for (;;) {
        turnPage();
        const held = demands.map(accountOf);
        const short = held.filter(({ left }) => left < units);
        const empty = short.find(({ isDrained }) => isDrained);
        if (empty !== undefined) return empty.demand;
        if (short.length === 0) {
          for (const account of held) account.left -= units;
          return undefined;
        }
        await Promise.all(short.map((account) => refill(account, units)));
      }
    },
  };
}
