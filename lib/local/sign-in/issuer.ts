/** The local token issuer: its signing key is in the data folder, and the functions trust its public key. */
import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JWK } from 'jose';
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import { SignJWT } from 'jose/jwt/sign';
import { exportJWK } from 'jose/key/export';
import { generateKeyPair } from 'jose/key/generate/keypair';
import { importJWK } from 'jose/key/import';
import { StartupError } from '#lib/command/startup-error';
import type { Issuer } from '#lib/middleware/auth/issuer';
import { systemClock } from '#lib/runtime/process/clock';

/** Of these tokens, and of those that the authorization server on a laptop issues. */
export const LOCAL_ISSUER = 'https://almanac.localhost';
const ALGORITHM = 'ES256';

export interface Grant {
  readonly email: string;
  readonly scopes: readonly string[];
  readonly ttlSeconds: number;
  readonly clientId?: string | undefined;
}

export interface LocalIssuer {
  /** For the `ISSUERS` variable of the functions. */
  readonly issuer: Issuer;
  sign(grant: Grant): Promise<string>;
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: ALGORITHM, use: 'sig' };
}

function readKey(path: string): JWK | undefined {
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, 'utf8');
  try {
    return JSON.parse(text) as JWK;
  } catch {
    throw new StartupError(
      `${path} is damaged. Remove it and a new signing key is made; tokens signed with the old one end.`,
    );
  }
}

/** If two programs start at once on a new folder, both use the first key: a link cannot replace a file. */
function saveKey(path: string, key: JWK): void {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, `${JSON.stringify(key)}\n`, { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(draft);
  }
}

async function loadOrCreateKey(dataDir: string): Promise<JWK> {
  const path = join(dataDir, 'issuer.json');
  const kept = readKey(path);
  if (kept !== undefined) return kept;
  mkdirSync(dataDir, { recursive: true });
  const made = await newKey();
  saveKey(path, made);
  return readKey(path) ?? made;
}

/** Creates the key if the folder has none. */
export async function openIssuer(dataDir: string): Promise<LocalIssuer> {
  const jwk = await loadOrCreateKey(dataDir);
  const { d: _secret, ...publicJwk } = jwk;
  const key = await importJWK(jwk, ALGORITHM);
  return {
    issuer: { issuer: LOCAL_ISSUER, jwks: { keys: [publicJwk] } },
    sign: ({ email, scopes, ttlSeconds, clientId }) => {
      const now = Math.floor(systemClock.now().getTime() / 1000);
      return (
        new SignJWT({
          email,
          email_verified: true,
          scope: scopes.join(' '),
          ...(clientId !== undefined && { azp: clientId }),
        })
          .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', ...(jwk.kid !== undefined && { kid: jwk.kid }) })
          .setIssuer(LOCAL_ISSUER)
          .setSubject(email)
          // By which `POST /revoke` ends it.
          .setJti(randomUUID())
          .setIssuedAt(now)
          .setExpirationTime(now + ttlSeconds)
          .sign(key)
      );
    },
  };
}
