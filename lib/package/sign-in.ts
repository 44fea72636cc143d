/** The authorization server is part of a stage only with `--param signIn=on`. */

export const SIGN_IN_FUNCTION = 'oauth';
export const SIGN_IN_TABLE = 'SignInTable';

/** Takes its function and its table out of the entries by name. */
export function removeSignIn(
  functions: { [SIGN_IN_FUNCTION]?: unknown },
  resources: { [SIGN_IN_TABLE]?: unknown },
): void {
  delete functions.oauth;
  delete resources.SignInTable;
}

const EXAMPLE = `--param 'signInProvider={"issuer":"https://id.example.com","clientId":"almanac","clientSecret":"..."}'`;

/** Why a stage must not be deployed with this setting; undefined if it may. */
export function signInProblem(setting: string, provider: string): string | undefined {
  if (setting === 'off') return undefined;
  if (setting !== 'on') return `signIn is on or off, not '${setting}'.`;
  const { issuer, clientId, clientSecret } = parse(provider);
  if (typeof issuer !== 'string' || typeof clientId !== 'string' || typeof clientSecret !== 'string')
    return `With signIn=on, people sign in at an OpenID Connect issuer. Name it with ${EXAMPLE}.`;
  if (URL.parse(issuer)?.protocol !== 'https:') return `People must sign in over https, not at ${issuer}.`;
  return undefined;
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
