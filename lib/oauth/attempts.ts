/**
 * Slows down those who guess: wrong secrets, codes and tokens are counted for each client and address, and after some
 * of them in a minute nothing is looked at until the minute is over. Others of the same client are not kept waiting.
 */
import { hash } from 'node:crypto';
import type { OAuthDependencies, OAuthRequest } from './endpoint.ts';
import { OAuthError, tooManyAttempts } from './errors.ts';

export const MAX_WRONG_PER_MINUTE = 20;
const MINUTE_MS = 60_000;
const GUESSES = new Set(['invalid_client', 'invalid_grant', 'invalid_code']);

/** Runs `work` unless there were too many wrong attempts; counts it when it turns out to be one. */
export async function guarded<T>(
  { sourceIp }: Pick<OAuthRequest, 'sourceIp'>,
  subject: string,
  { stores, clock }: Pick<OAuthDependencies, 'stores' | 'clock'>,
  work: () => Promise<T>,
): Promise<T> {
  const now = clock.now().getTime();
  const minute = Math.floor(now / MINUTE_MS);
  const bucket = hash('sha256', JSON.stringify([sourceIp, subject]), 'base64url');
  if ((await stores.attempts.count(bucket, minute)) >= MAX_WRONG_PER_MINUTE)
    throw tooManyAttempts(Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000));
  try {
    return await work();
  } catch (error) {
    if (error instanceof OAuthError && GUESSES.has(error.code)) await stores.attempts.add(bucket, minute);
    throw error;
  }
}
