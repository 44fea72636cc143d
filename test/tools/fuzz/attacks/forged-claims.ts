/**
 * Forged claims: tokens that say they are somebody whom their issuer has not verified. Most are signed by the trusted
 * issuer itself, which signs whatever its users write about themselves.
 */
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { subjectsOf } from '#lib/ads/model/grant';
import { tokenVerifier } from '#lib/middleware/auth/verify-token';
import { issuerProblem } from '#lib/package/issuers';
import { seededRandom, type Random } from '#test/tools/shared/random';

const ISSUER = 'https://id.example.com';
const AUDIENCE = 'almanac';
const DOMAIN = 'corpkk8.example';
const VICTIM = `vick@${DOMAIN}`;
const NOW_MS = Date.UTC(2026, 2, 2);
const ADDRESSES = [
  VICTIM,
  VICTIM.toUpperCase(),
  // The Kelvin sign folds to k, the long s to s, in all of Unicode.
  VICTIM.replace('k', '\u212a'),
  VICTIM.replace('corpk', 'corp\u212a'),
  `vick@${DOMAIN}@elsewhere.example`,
  `vick@elsewhere.example@${DOMAIN}`,
  `@${DOMAIN}`,
  'vick@',
  ` ${VICTIM}`,
  `${VICTIM}\u0000`,
  `mallory@elsewhere.example`,
  `domain:${DOMAIN}`,
  DOMAIN,
  DOMAIN.toUpperCase(),
  DOMAIN.replace('k', '\u212a'),
  '1234',
  '',
  'x'.repeat(300),
] as const;

type Claims = Readonly<Record<string, unknown>>;
interface Forged {
  readonly claims: Claims;
  readonly signer: 'trusted' | 'stranger' | 'nobody';
}

function draw(random: Random): Forged {
  const mostly = <T>(usual: T, others: readonly T[]): T => (random.percent(90) ? usual : (random.pick(others) as T));
  const maybe = <T>(percent: number, value: T): T | undefined => (random.percent(percent) ? value : undefined);
  const identity = (): unknown =>
    random.percent(90) ? random.pick(ADDRESSES) : random.pick([5, true, null, [VICTIM]]);
  return {
    claims: {
      iss: mostly(ISSUER, [`${ISSUER}/`, 'https://other.example', undefined]),
      aud: mostly<unknown>(AUDIENCE, [[AUDIENCE, 'x'], 'almanac2', ['other'], undefined, '']),
      exp: NOW_MS / 1000 + mostly(3600, [-3600]),
      sub: identity(),
      email: maybe(60, identity()),
      email_verified: random.pick([true, true, true, false, 'true', 1, null, undefined]),
    },
    signer: mostly<Forged['signer']>('trusted', ['stranger', 'nobody']),
  };
}

const lower = (text: string): string =>
  [...text].map((letter) => (letter >= 'A' && letter <= 'Z' ? letter.toLowerCase() : letter)).join('');

/** Whom a token may speak for, by the plain rule; undefined for nobody. */
function speakerOf({ claims, signer }: Forged): string | undefined {
  const { iss, aud, exp, sub, email, email_verified: isVerified } = claims;
  if (signer !== 'trusted' || iss !== ISSUER || Number(exp) * 1000 < NOW_MS) return undefined;
  if (aud !== AUDIENCE && !(Array.isArray(aud) && aud.includes(AUDIENCE))) return undefined;
  const said = email === undefined ? sub : email;
  if (typeof said !== 'string' || said === '' || said.length > 255) return undefined;
  const parts = said.split('@');
  if (email === undefined && parts.length === 1) return lower(said);
  return isVerified === true && parts.length === 2 && !parts.includes('') ? lower(said) : undefined;
}

/** Whether somebody known by this name gets what was granted to the domain. */
const isOfDomain = (name: string): boolean =>
  subjectsOf(name).some((subject) => !subject.includes('@') && subject.endsWith(DOMAIN));

export interface ClaimsOutcome {
  readonly accepted: number;
  readonly findings: readonly string[];
}

export async function forgeClaims(count: number, seed: number): Promise<ClaimsOutcome> {
  const random = seededRandom(seed);
  const [trusted, stranger] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')]);
  const jwk = { ...(await exportJWK(trusted.publicKey)), kid: 'one', alg: 'ES256' };
  const issuers = [{ issuer: ISSUER, jwks: { keys: [jwk] }, audience: AUDIENCE }];
  const verify = tokenVerifier(issuers, { now: () => new Date(NOW_MS) });
  const findings: string[] = [];
  let accepted = 0;
  if (issuerProblem('prod', JSON.stringify([{ ...issuers[0], audience: undefined }])) === undefined)
    findings.push('an issuer without an audience can be deployed');
  for (let number = 0; number < count; number += 1) {
    const forged = draw(random);
    const { claims, signer } = forged;
    const token =
      signer === 'nobody'
        ? new UnsecuredJWT({ ...claims }).encode()
        : await new SignJWT({ ...claims })
            .setProtectedHeader({ alg: 'ES256', kid: 'one' })
            .sign((signer === 'trusted' ? trusted : stranger).privateKey);
    const speaker = await verify(token).then(
      ({ email }) => email,
      () => undefined,
    );
    const said = `${signer} ${JSON.stringify(claims)}`;
    if (speaker !== speakerOf(forged)) findings.push(`${said} speaks for ${String(speaker)}`);
    if (speaker === undefined) continue;
    accepted += 1;
    if (isOfDomain(speaker) !== speaker.endsWith(`@${DOMAIN}`)) findings.push(`${said} is let in as ${DOMAIN}`);
  }
  return { accepted, findings };
}
