/** Faults between a function and its database or storage. */
import { setTimeout as pause } from 'node:timers/promises';

/** `lost`: the call is executed, but its answer is dropped. */
const KINDS = ['throttled', 'reset', 'lost', 'slow'] as const;
export type FaultKind = (typeof KINDS)[number];

/** The fault for a call, by the name of its command; undefined: none. */
export type Faults = (commandName: string) => FaultKind | undefined;

const SLOW_MS = 700;

/** Faults for a share of the calls, from 0 to 1; all kinds equally likely. */
export const byChance =
  (share: number): Faults =>
  () =>
    Math.random() < share ? KINDS[Math.floor(Math.random() * KINDS.length)] : undefined;

/** As Node's HTTP client reports them through the SDK. */
const connectionError = (code: string, message: string): Error =>
  Object.assign(new Error(message), { name: 'TimeoutError', code });

/** Makes a call with a fault. A lost answer is discarded. */
export async function withFault<T>(
  kind: FaultKind | undefined,
  throttled: () => Error,
  call: () => Promise<T>,
  discard?: (answer: T) => void,
): Promise<T> {
  if (kind === 'throttled') throw throttled();
  if (kind === 'reset') throw connectionError('ECONNRESET', 'socket hang up');
  if (kind === 'slow') await pause(Math.random() * SLOW_MS);
  if (kind !== 'lost') return call();
  await call().then(discard, () => undefined);
  throw connectionError('ETIMEDOUT', 'Connection timed out');
}
