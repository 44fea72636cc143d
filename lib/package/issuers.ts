import type { Issuer } from '#lib/middleware/auth/issuer';
import { tokenVerifier } from '#lib/middleware/auth/verify-token';

const EXAMPLE = `--param 'issuers=[{"issuer":"https://id.example.com","jwksUri":"https://id.example.com/keys","audience":"almanac"}]'`;

/** Why a stage with these issuers must not be deployed; undefined if it may. */
export function issuerProblem(stage: string, text: string): string | undefined {
  const issuers = parse(text);
  if (issuers === undefined) return `The issuers of stage '${stage}' are not a JSON array: ${text}`;
  if (issuers.length === 0) {
    return `Stage '${stage}' names no token issuer, so nobody could sign in. Name one with ${EXAMPLE}, with ALMANAC_ISSUERS, or under params in serverless.yml.`;
  }
  const unsafe = issuers.find(({ jwksUri }) => jwksUri !== undefined && URL.parse(jwksUri)?.protocol !== 'https:');
  if (unsafe !== undefined)
    return `The keys of ${unsafe.issuer} must come over https, not from ${String(unsafe.jwksUri)}.`;
  const open = issuers.find(({ audience }) => typeof audience !== 'string' || audience === '');
  if (open !== undefined)
    return `The issuer ${open.issuer} has no audience: its tokens for any other service would open stage '${stage}'. Name what its tokens for Almanac hold as \`aud\`, such as "audience":"almanac".`;
  return runTimeProblem(issuers);
}

function parse(text: string): Issuer[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? (value as Issuer[]) : undefined;
  } catch {
    return undefined;
  }
}

/** The error that the functions would throw when they start. */
function runTimeProblem(issuers: readonly Issuer[]): string | undefined {
  try {
    tokenVerifier(issuers, { now: () => new Date() });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
