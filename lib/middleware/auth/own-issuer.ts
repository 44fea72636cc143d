/**
 * The stage's own authorization server, as the services see it: keys and revocations come from the service's table.
 * Revocations are read again while requests come in, so that a revoked token is refused within `FRESH_MS`: a list that
 * is getting old is renewed beside the request, one that is too old before it.
 */
import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose';
import * as errors from 'jose/errors';
import { createLocalJWKSet } from 'jose/jwks/local';
import type { Clock } from '#lib/api/context';
import { unavailable } from '#lib/api/errors';
import type { IssuerRecords, Revocation } from '#lib/api/issuer-records';
import { withoutMeter } from '#lib/api/process/meter';
import { remembered } from '#lib/api/process/remembered';

const FRESH_MS = 4_000;
const RENEWED_AFTER_MS = 2_000;
/** Clocks of functions differ, and writes may arrive late. */
const OVERLAP_MS = 60_000;
/**
 * An unknown key may be new; a client that invents keys must not make us ask the database each time. Later keys are
 * published long before they sign; the first one signs at once, so until there is one it is asked for each time.
 */
const KEYS_COOLDOWN_MS = 5_000;

export interface OwnIssuer {
  readonly name: string;
  readonly keys: JWTVerifyGetKey;
  /** Whether a revocation of one of these ids is about a token of that time. */
  isRevoked(ids: readonly string[], issuedMs: number): Promise<boolean>;
}

type Records = Pick<IssuerRecords, 'keys' | 'revokedSince'>;

function publishedKeys(records: Records, clock: Clock): JWTVerifyGetKey {
  let [find, hasKeys, readAt] = [createLocalJWKSet({ keys: [] }), false, -Infinity];
  return async (header, token) => {
    try {
      return await find(header, token);
    } catch (error) {
      const now = clock.now().getTime();
      if (!(error instanceof errors.JWKSNoMatchingKey) || (hasKeys && now - readAt < KEYS_COOLDOWN_MS)) throw error;
      const keys = await withoutMeter(() => records.keys()).catch((cause: unknown) => {
        throw unavailable('backendError', 'Backend Error', { cause });
      });
      [hasKeys, readAt] = [keys.length > 0, now];
      find = createLocalJWKSet({ keys: keys.map(({ jwk }) => jwk) } as JSONWebKeySet);
      return find(header, token);
    }
  };
}

function revocations(records: Records, clock: Clock, freshMs: number): OwnIssuer['isRevoked'] {
  const known = new Map<string, Revocation>();
  let asOf = -Infinity;
  let renewal: Promise<void> | undefined;

  async function read(): Promise<void> {
    const startedAt = clock.now().getTime();
    const since = Math.max(asOf - OVERLAP_MS, 0);
    for (const revocation of await withoutMeter(() => records.revokedSince(since)))
      known.set(revocation.id, revocation);
    for (const [id, { untilMs }] of known) if (untilMs < startedAt) known.delete(id);
    asOf = startedAt;
  }

  function renew(): Promise<void> {
    renewal ??= read().finally(() => {
      renewal = undefined;
    });
    return renewal;
  }

  const age = (): number => clock.now().getTime() - asOf;

  return async (ids, issuedMs) => {
    if (age() >= freshMs) {
      try {
        await renew();
        // The one that was under way may have begun too early.
        if (age() >= freshMs && freshMs > 0) await renew();
      } catch (cause) {
        throw unavailable('backendError', 'Backend Error', { cause });
      }
    } else if (age() >= RENEWED_AFTER_MS) {
      renew().catch(() => undefined);
    }
    return ids.some((id) => (known.get(id)?.atMs ?? -Infinity) >= issuedMs);
  };
}

export function ownIssuer(name: string, records: Records, clock: Clock, freshMs: number = FRESH_MS): OwnIssuer {
  const keys = remembered(() => publishedKeys(records, clock));
  const isRevoked = remembered(() => revocations(records, clock, freshMs));
  return { name, keys: (header, token) => keys()(header, token), isRevoked: (...asked) => isRevoked()(...asked) };
}
