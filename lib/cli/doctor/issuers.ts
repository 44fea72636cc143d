/** Checks that the issuers' keys can be read: without them every request is refused. */
import { counted } from '#lib/api/text/counted';
import type { Issuer } from '#lib/middleware/auth/issuer';
import { clockFinding } from './clock.ts';
import { checked, passed, wrong, type Finding } from './finding.ts';

const TIMEOUT_MS = 5_000;

function countKeys(body: unknown): number {
  if (typeof body !== 'object' || body === null || !('keys' in body)) return 0;
  return Array.isArray(body.keys) ? body.keys.length : 0;
}

async function checkAddress(label: string, uri: string, nowMs: () => number): Promise<Finding[]> {
  const answer = await fetch(uri, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok)
    return [
      wrong(`${label}: ${uri} answers ${String(answer.status)}`, 'Put jwksUri right, or ask whoever runs the issuer.'),
    ];
  const count = countKeys(await answer.json());
  if (count === 0) return [wrong(`${label}: ${uri} holds no keys`, 'Put jwksUri right: it leads to JSON with `keys`.')];
  // The issuer dates its tokens by its own clock.
  return [passed(`${label}: ${counted(count, 'key')}`), ...clockFinding(label, answer.headers.get('date'), nowMs())];
}

function checkIssuer({ issuer, jwksUri, jwks }: Issuer, nowMs: () => number): Promise<Finding[]> {
  const label = `issuer ${issuer}`;
  const reach = `Its keys must be reachable from the internet: ${String(jwksUri)}. Functions answer 503 meanwhile.`;
  if (jwksUri !== undefined) return checked(label, () => checkAddress(label, jwksUri, nowMs), reach);
  const count = jwks?.keys.length ?? 0;
  if (count > 0) return Promise.resolve([passed(`${label}: ${counted(count, 'key')} in the settings`)]);
  return Promise.resolve([wrong(`${label} has no keys`, 'Give it jwksUri or jwks, and deploy.')]);
}

export async function checkIssuers(issuers: readonly Issuer[], nowMs: () => number = Date.now): Promise<Finding[]> {
  if (issuers.length === 0)
    return [wrong('no issuer: nobody can sign in', "Deploy with --param 'issuers=[...]' (OPERATIONS.md, deploy).")];
  return (await Promise.all(issuers.map((issuer) => checkIssuer(issuer, nowMs)))).flat();
}
