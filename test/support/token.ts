import { ALL_SCOPES } from '#lib/local/sign-in/all-scopes';
import { openIssuer, type LocalIssuer } from '#lib/local/sign-in/issuer';
import { systemClock } from '#lib/runtime/process/clock';

export interface TokenOptions {
  /** All of them when left out. */
  readonly scopes?: readonly string[];
  readonly ttlSeconds?: number;
  readonly clientId?: string;
}

const issuers = new Map<string, Promise<LocalIssuer>>();

function issuerOf(folder: string): Promise<LocalIssuer> {
  const opened = issuers.get(folder) ?? openIssuer(folder);
  issuers.set(folder, opened);
  return opened;
}

/** A token that the functions under test trust. */
export async function token(
  email: string,
  { scopes = ALL_SCOPES, ttlSeconds = 3600, clientId }: TokenOptions = {},
): Promise<string> {
  const { sign } = await issuerOf(process.env['ALMANAC_TEST_DATA'] ?? '');
  return sign({ email, scopes, ttlSeconds, clientId });
}

const NEW_MS = 60_000;
const held = new Map<string, { readonly sinceMs: number; readonly token: Promise<string> }>();

/** The token that a client holds: one for all requests of a minute, unless the test says how long it lasts. */
export function heldToken(email: string, options: TokenOptions): Promise<string> {
  const { scopes, ttlSeconds, clientId } = options;
  if (ttlSeconds !== undefined) return token(email, options);
  const client = JSON.stringify([process.env['ALMANAC_TEST_DATA'], email, scopes, clientId]);
  const nowMs = systemClock.now().getTime();
  const known = held.get(client);
  if (known !== undefined && nowMs >= known.sinceMs && nowMs < known.sinceMs + NEW_MS) return known.token;
  const made = token(email, options);
  held.set(client, { sinceMs: nowMs, token: made });
  return made;
}
