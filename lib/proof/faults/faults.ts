/** What goes wrong between a function and its database or storage: chosen by chance, so often as it is told. */
import { setTimeout as pause } from 'node:timers/promises';

/** `lost`: the call takes place, but nobody hears of it. */
const KINDS = ['throttled', 'reset', 'lost', 'slow'] as const;
export type FaultKind = (typeof KINDS)[number];

export interface FaultOptions {
  /** The share of calls that go wrong, from 0 to 1. */
  readonly share: number;
  readonly random?: () => number;
  /** Only these; all kinds when left out. */
  readonly kinds?: readonly FaultKind[];
  readonly slowMs?: number;
}

const SLOW_MS = 700;

/** As Node's HTTP client reports them through the SDK. */
const connectionError = (name: string, code: string, message: string): Error => Object.assign(new Error(message), { name, code });
const resetError = (): Error => connectionError('TimeoutError', 'ECONNRESET', 'socket hang up');
const timeoutError = (): Error => connectionError('TimeoutError', 'ETIMEDOUT', 'Connection timed out');

/** Makes a call, or what becomes of it. */
export type Meddle = <T>(call: () => Promise<T>) => Promise<T>;

export function meddler({ share, random = Math.random, kinds = KINDS, slowMs = SLOW_MS }: FaultOptions, throttled: () => Error): Meddle {
  return async (call) => {
    const kind = random() < share ? kinds[Math.floor(random() * kinds.length)] : undefined;
    if (kind === 'throttled') throw throttled();
    if (kind === 'reset') throw resetError();
    if (kind === 'slow') await pause(random() * slowMs);
    if (kind !== 'lost') return call();
    await call().catch(() => undefined);
    throw timeoutError();
  };
}
