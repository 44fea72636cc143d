/**
 * The attacks of `npm run fuzz`: what somebody does with requests that are valid one by one. `forged-claims.ts` signs
 * in as others, `rotating-quota.ts` divides itself into many users, `hostile-invitations.ts` fills calendars and
 * outboxes of others. `npm run isolation` has one more (colliding ids).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CLAIMS_A_ROUND = 50;
const REQUESTS_A_ROUND = 10;
const STRANGERS = 500;

/** What was found, by the kind of attack. */
export type AttackFindings = Readonly<Record<'claims' | 'quota' | 'invitations', readonly string[]>>;

/** People with calendars on the stack of a tool, whose stream is followed step by step. */
export async function guestsOn(outbox?: string, expectedError?: string) {
  // The functions read their environment when they are loaded.
  const { guestsFixture } = await import('#test/support/calendar/guests');
  return guestsFixture(outbox, expectedError);
}

/** `limitMs` is what one invitation, or one read of the victim, may take. */
export async function runAttacks(rounds: number, seed: number, limitMs: number): Promise<AttackFindings> {
  const outbox = await mkdtemp(join(tmpdir(), 'almanac-letters-'));
  const { inviteHostilely, LETTERS_ENDED } = await import('./hostile-invitations.ts');
  const fixture = await guestsOn(outbox, LETTERS_ENDED);
  const [{ forgeClaims }, { rotateQuotaUser }] = await Promise.all([
    import('./forged-claims.ts'),
    import('./rotating-quota.ts'),
  ]);
  try {
    const claims = await forgeClaims(rounds * CLAIMS_A_ROUND, seed);
    const quota = await rotateQuotaUser(rounds * REQUESTS_A_ROUND, seed);
    const hostility = { rounds, seed, strangers: STRANGERS, limitMs, outbox };
    return { claims: claims.findings, quota: quota.findings, invitations: await inviteHostilely(fixture, hostility) };
  } finally {
    await fixture.stop();
    await rm(outbox, { recursive: true });
  }
}
