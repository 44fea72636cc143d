/**
 * The server's keys. Each signs for a week; the next one is made and published a day before, so that those who keep a
 * copy of the keys know it in time. A key is published until the last token that it signed has expired.
 */
import type { CryptoKey, JWK } from 'jose';
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import { exportJWK } from 'jose/key/export';
import { generateKeyPair } from 'jose/key/generate/keypair';
import { importJWK } from 'jose/key/import';
import type { OAuthDependencies } from '#lib/oauth/endpoint';
import type { SigningKey } from '#lib/oauth/model/records';

/** What relying parties expect when nothing else was agreed on (OpenID Connect, and Google). */
export const ALGORITHM = 'RS256';

const DAY_MS = 86_400_000;
const SIGNS_MS = 7 * DAY_MS;
const ANNOUNCED_MS = DAY_MS;
const KEPT_MS = SIGNS_MS + DAY_MS;

type Dependencies = Pick<OAuthDependencies, 'stores' | 'records' | 'clock'>;

const idOf = (number: number): string => String(number).padStart(10, '0');
const expiryOf = ({ notBeforeMs }: Pick<SigningKey, 'notBeforeMs'>): number => notBeforeMs + KEPT_MS;

async function makeKey(number: number, notBeforeMs: number): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const [publicPart, privateJwk] = await Promise.all([exportJWK(publicKey), exportJWK(privateKey)]);
  const kid = await calculateJwkThumbprint(publicPart);
  return { number, kid, privateJwk, publicJwk: { ...publicPart, kid, alg: ALGORITHM, use: 'sig' }, notBeforeMs };
}

/** Published before it is stored: nobody meets a signature without its key. */
async function addKey(number: number, notBeforeMs: number, { stores, records }: Dependencies): Promise<void> {
  const key = await makeKey(number, notBeforeMs);
  await records.publish({ kid: key.kid, jwk: key.publicJwk }, Math.ceil(expiryOf(key) / 1000));
  await stores.keys.add(idOf(number), key, expiryOf(key));
}

/** Those that have not expired, oldest first; at least one can sign. */
async function currentKeys(dependencies: Dependencies): Promise<SigningKey[]> {
  const { stores, clock } = dependencies;
  const now = clock.now().getTime();
  const keys = (await stores.keys.list()).filter((key) => expiryOf(key) > now).sort((a, b) => a.number - b.number);
  const last = keys.at(-1);
  if (last !== undefined && now < last.notBeforeMs + SIGNS_MS - ANNOUNCED_MS) return keys;
  const notBeforeMs = last === undefined ? now : Math.max(now, last.notBeforeMs + SIGNS_MS);
  await addKey((last?.number ?? 0) + 1, notBeforeMs, dependencies);
  return currentKeys(dependencies);
}

export interface Signer {
  readonly kid: string;
  readonly key: CryptoKey;
}

/** The newest that may sign already; the first one is good at once, whatever the clock of its maker says. */
export async function signerOf(dependencies: Dependencies): Promise<Signer> {
  const keys = await currentKeys(dependencies);
  const now = dependencies.clock.now().getTime();
  const key = keys.findLast(({ notBeforeMs }) => notBeforeMs <= now) ?? keys[0];
  if (key === undefined) throw new Error('There is no key to sign with.');
  return { kid: key.kid, key: (await importJWK(key.privateJwk as JWK, ALGORITHM)) as CryptoKey };
}

/** For everybody who verifies tokens. */
export const publicKeys = async (dependencies: Dependencies): Promise<SigningKey['publicJwk'][]> =>
  (await currentKeys(dependencies)).map(({ publicJwk }) => publicJwk);
