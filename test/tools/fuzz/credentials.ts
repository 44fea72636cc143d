/** Invalid tokens and keys of every kind that an attacker might try. */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { Random } from '#test/tools/shared/random';
import { hostileText } from './hostile-values.ts';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const ownPair = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const VALID_TIMES = {
  iss: 'https://almanac.localhost',
  exp: 4_000_000_000,
  scope: 'https://www.googleapis.com/auth/calendar',
  email_verified: true,
};

interface Parts {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signature: string;
}

function partsOf(token: string): Parts {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const decode = (part: string) =>
    JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;
  return { header: decode(header), claims: decode(claims), signature };
}

const joined = (header: object, claims: object, signature: string): string =>
  `${encode(header)}.${encode(claims)}.${signature}`;

/** Signed with the attacker's key, in the name of the trusted issuer. */
const selfSigned = (header: object, claims: object): string => {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), { key: ownPair.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
};

/** Signed with a public secret: the text of the issuer's public key. */
const hmacSigned = (header: object, claims: object): string => {
  const text = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`;
  return `${text}.${createHmac('sha256', ownPair.publicKey.export({ type: 'spki', format: 'pem' }))
    .update(text)
    .digest('base64url')}`;
};

/** Made from a valid token, in the name of somebody else. */
export function forgedToken(good: string, victim: string, random: Random): string {
  const { header, claims, signature } = partsOf(good);
  const stolen = { ...claims, ...VALID_TIMES, email: victim, sub: victim };
  const makers: readonly (() => string)[] = [
    () => joined({ alg: 'none', typ: 'JWT' }, stolen, ''),
    () => joined({ ...header, alg: 'none' }, stolen, signature),
    () => joined({ ...header, alg: 'nOnE' }, stolen, ''),
    () => joined(header, stolen, signature),
    () => joined(header, claims, `${signature.slice(0, -4)}AAAA`),
    () => joined(header, claims, ''),
    () => selfSigned(header, stolen),
    () => selfSigned({ ...header, kid: undefined }, stolen),
    () => selfSigned({ ...header, jwk: ownPair.publicKey.export({ format: 'jwk' }) }, stolen),
    () => selfSigned({ ...header, jku: 'https://evil.example/keys', x5u: 'https://evil.example/c' }, stolen),
    () => selfSigned(header, { ...stolen, iss: 'https://evil.example' }),
    () => selfSigned({ ...header, kid: '../../../dev/null' }, stolen),
    () => selfSigned({ ...header, crit: ['exp'] }, stolen),
    () => hmacSigned(header, stolen),
    () => joined({ ...header, alg: 'RS256' }, stolen, signature),
    () => joined({ ...header, alg: ['ES256'] }, stolen, signature),
    () => joined(header, { ...claims, exp: 1 }, signature),
    () => `${good}.${good}`,
    () => good.slice(0, random.below(good.length)),
    () => 'e30.e30.e30',
    () => '..',
    () => 'null.null.null',
    () => `${'A'.repeat(8000)}.${'A'.repeat(8000)}.`,
    () => `${Buffer.from('[]').toString('base64url')}.${Buffer.from('5').toString('base64url')}.x`,
    () => hostileText(random),
  ];
  return random.pick(makers)?.() ?? '';
}

export const forgedKey = (random: Random): string =>
  random.pick([`alm_${'0'.repeat(26)}`, `alm_${'v'.repeat(26)}`, 'alm_', hostileText(random)]);
