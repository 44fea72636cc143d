/** The clock of a local stack: the machine's, until a test sets it. */
import type { Clock } from '#lib/api/context';
import { badRequest } from '#lib/api/errors';
import type { ClockState } from './model/records.ts';

export interface StackClock extends Clock {
  set(moment: string, isFrozen: boolean): void;
  /** Milliseconds, or an ISO 8601 duration such as `P1M`; a frozen clock stays frozen. */
  advance(by: number | string): Promise<void>;
  release(): void;
  state(): ClockState;
}

async function later(fromMs: number, by: number | string): Promise<number> {
  if (typeof by === 'number') return fromMs + by;
  const { Temporal } = await import('temporal-polyfill');
  try {
    const from = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO('UTC');
    return from.add(Temporal.Duration.from(by)).epochMilliseconds;
  } catch (cause) {
    throw badRequest('invalid', `advance is a number of milliseconds or a duration such as P1M, not '${by}'.`, {
      cause,
    });
  }
}

export function stackClock(): StackClock {
  let offsetMs = 0;
  let frozenAtMs: number | undefined;
  const nowMs = (): number => frozenAtMs ?? Date.now() + offsetMs;
  const moveTo = (ms: number, isFrozen: boolean): void => {
    if (Number.isNaN(new Date(ms).getTime())) throw badRequest('invalid', 'There is no such time.');
    offsetMs = ms - Date.now();
    frozenAtMs = isFrozen ? ms : undefined;
  };
  return {
    now: () => new Date(nowMs()),
    set(moment, isFrozen) {
      moveTo(Date.parse(moment), isFrozen);
    },
    async advance(by) {
      moveTo(await later(nowMs(), by), frozenAtMs !== undefined);
    },
    release() {
      [offsetMs, frozenAtMs] = [0, undefined];
    },
    state: () => ({
      now: new Date(nowMs()).toISOString(),
      mode: frozenAtMs !== undefined ? 'frozen' : offsetMs === 0 ? 'real' : 'shifted',
    }),
  };
}
