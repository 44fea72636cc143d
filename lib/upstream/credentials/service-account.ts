/** Tokens that a service account asks for by a signed statement (RFC 7523), in its own name or in somebody else's. */
import type { CryptoKey } from 'jose';
import { SignJWT } from 'jose/jwt/sign';
import { importPKCS8 } from 'jose/key/import';
import type { Clock } from '#lib/api/context';
import { expiringCache } from '#lib/api/process/expiring-cache';
import type { UpstreamClient } from '#lib/upstream/client/client';
import { UpstreamFailure } from '#lib/upstream/client/failure';
import type { AccountTokens } from './authorize.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const ASSERTION_SECONDS = 300;
/** A token is not used in the last minute of its life. */
const SPARE_MS = 60_000;
const REMEMBERED_TOKENS = 1_000;

/** The file that consoles hand out for a service account. */
export interface AccountKey {
  readonly client_email: string;
  readonly private_key: string;
  readonly private_key_id?: string;
  readonly token_uri: string;
}

/** Throws without a word of what is in it. */
export function readAccountKey(text: string): AccountKey {
  try {
    const key = JSON.parse(text) as Partial<AccountKey>;
    const { client_email, private_key, private_key_id, token_uri } = key;
    if (client_email !== undefined && private_key !== undefined && token_uri !== undefined && URL.canParse(token_uri))
      return { client_email, private_key, token_uri, ...(private_key_id !== undefined && { private_key_id }) };
  } catch {
    // Said below.
  }
  throw new Error('The key of the service account has no client_email, private_key and token_uri.');
}

/** What a token endpoint answers; nothing when it is no JSON. */
export function tokenAnswer(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(body.toString('utf8'))) as Record<string, unknown>;
  } catch {
    return {};
  }
}

export interface AccountOptions {
  /** Read once, when a token is first asked for. */
  readKey(): Promise<AccountKey>;
  /** To the host of the key's `token_uri`. */
  clientTo(rootUrl: string): Pick<UpstreamClient, 'send'>;
  readonly clock: Clock;
}

interface Opened {
  readonly key: AccountKey;
  readonly signer: CryptoKey;
  readonly client: Pick<UpstreamClient, 'send'>;
}

export function serviceAccountTokens({ readKey, clientTo, clock }: AccountOptions): AccountTokens {
  const known = expiringCache<string>(REMEMBERED_TOKENS, clock);
  const keyOfToken = new Map<string, string>();
  let opening: Promise<Opened> | undefined;
  const asking = new Map<string, Promise<string>>();

  async function open(): Promise<Opened> {
    const key = await readKey();
    const signer = await importPKCS8(key.private_key, 'RS256');
    return { key, signer, client: clientTo(`${new URL(key.token_uri).origin}/`) };
  }

  async function ask(subject: string | undefined, scopes: readonly string[], name: string): Promise<string> {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    const { key, signer, client } = await opening;
    const nowMs = clock.now().getTime();
    const issuedAt = Math.floor(nowMs / 1000);
    const assertion = await new SignJWT({ scope: scopes.join(' ') })
      .setProtectedHeader({
        alg: 'RS256',
        typ: 'JWT',
        ...(key.private_key_id !== undefined && { kid: key.private_key_id }),
      })
      .setIssuer(key.client_email)
      .setSubject(subject ?? key.client_email)
      .setAudience(key.token_uri)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ASSERTION_SECONDS)
      .sign(signer);
    const { status, body } = await client.send({
      method: 'POST',
      path: new URL(key.token_uri).pathname.slice(1),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: GRANT, assertion }).toString(),
    });
    const { access_token: token, expires_in: seconds, error = status } = tokenAnswer(body);
    if (status !== 200 || typeof token !== 'string' || typeof seconds !== 'number') {
      const isFinal = status >= 400 && status < 500 && status !== 429;
      throw new UpstreamFailure(isFinal ? 'refused' : 'broken', `no token for the service account (${String(error)})`);
    }
    known.set(name, token, nowMs + seconds * 1000 - SPARE_MS);
    if (keyOfToken.size >= REMEMBERED_TOKENS) keyOfToken.clear();
    keyOfToken.set(token, name);
    return token;
  }

  return {
    tokenFor(subject, scopes) {
      const name = JSON.stringify([subject, ...scopes]);
      const remembered = known.get(name);
      if (remembered !== undefined) return Promise.resolve(remembered);
      // Requests that come together ask for one token.
      const asked = asking.get(name) ?? ask(subject, scopes, name).finally(() => asking.delete(name));
      asking.set(name, asked);
      return asked;
    },
    forget(token) {
      const name = keyOfToken.get(token);
      if (name !== undefined) known.delete(name);
      keyOfToken.delete(token);
    },
  };
}
