/** Proof that who redeems a code is who asked for it (RFC 7636). */
import { hash } from 'node:crypto';
import { isSameText } from '#lib/api/text/secrets';
import { invalidGrant, invalidRequest } from '#lib/oauth/errors';
import type { Pkce } from '#lib/oauth/model/records';

const SHAPE = /^[\w.~-]{43,128}$/;

export function readChallenge(challenge: string | undefined, method = 'plain'): Pkce | undefined {
  if (challenge === undefined) return undefined;
  if (method !== 'S256' && method !== 'plain') throw invalidRequest('Invalid code_challenge_method.');
  if (!SHAPE.test(challenge)) throw invalidRequest('Invalid code_challenge.');
  return { challenge, method };
}

export function checkVerifier(pkce: Pkce | undefined, verifier: string | undefined): void {
  if (pkce === undefined) {
    if (verifier !== undefined) throw invalidGrant('code_verifier was not expected: the request had no challenge.');
    return;
  }
  if (verifier === undefined) throw invalidGrant('Missing code verifier.');
  const shown = pkce.method === 'plain' ? verifier : hash('sha256', verifier, 'base64url');
  if (!SHAPE.test(verifier) || !isSameText(shown, pkce.challenge)) throw invalidGrant('Invalid code verifier.');
}
