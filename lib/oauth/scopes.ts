/** Scopes as clients write them, and as answers spell them. */
import { SCOPE_PREFIX } from '#lib/api/service';
import { invalidScope } from './errors.ts';

export const OPENID = 'openid';
export const EMAIL = `${SCOPE_PREFIX}userinfo.email`;
export const PROFILE = `${SCOPE_PREFIX}userinfo.profile`;

const ALIASES: Readonly<Record<string, string>> = { email: EMAIL, profile: PROFILE };

/** Who somebody is: shown, but not taken away. */
export const IDENTITY_SCOPES: Readonly<Record<string, string>> = {
  [OPENID]: 'Know who you are',
  [EMAIL]: 'See your address',
  [PROFILE]: 'See your name',
};

export const isIdentity = (scope: string): boolean => Object.hasOwn(IDENTITY_SCOPES, scope);

type Known = Readonly<Record<string, string>>;

export const wordsFor = (scope: string, known: Known): string => IDENTITY_SCOPES[scope] ?? known[scope] ?? scope;

/** Refuses what this stage does not have. Each once, in the order given. */
export function parseScopes(text: string, known: Known): string[] {
  const scopes = text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => ALIASES[part] ?? part);
  const unknown = scopes.filter((scope) => !isIdentity(scope) && !Object.hasOwn(known, scope));
  if (unknown.length > 0) throw invalidScope(`Some requested scopes are not known here: [${unknown.join(', ')}]`);
  if (scopes.length === 0) throw invalidScope('Empty or missing scope not allowed.');
  return [...new Set(scopes)];
}

export const union = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])];
