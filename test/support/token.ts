import { ALL_SCOPES } from '#lib/local/sign-in/all-scopes';
import { openIssuer } from '#lib/local/sign-in/issuer';

export interface TokenOptions {
  /** All of them when left out. */
  readonly scopes?: readonly string[];
  readonly ttlSeconds?: number;
  readonly clientId?: string;
}

/** A token that the functions under test trust. */
export async function token(
  email: string,
  { scopes = ALL_SCOPES, ttlSeconds = 3600, clientId }: TokenOptions = {},
): Promise<string> {
  const issuer = await openIssuer(process.env['ALMANAC_TEST_DATA'] ?? '');
  return issuer.sign({ email, scopes, ttlSeconds, clientId });
}
