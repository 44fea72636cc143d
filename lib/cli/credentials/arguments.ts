/** Addresses and scopes as commands take them. */
import { WrongUsage } from '#lib/command/command';
import { didYouMean } from '#lib/command/nearest';
import { ALL_SCOPES } from '#lib/local/sign-in/all-scopes';

const PREFIX = 'https://www.googleapis.com/auth/';

/** `calendar.readonly` is short for the URL of that scope. */
function scopeOf(text: string): string {
  const scope = text.startsWith('https://') ? text : `${PREFIX}${text}`;
  if (ALL_SCOPES.includes(scope)) return scope;
  const names = ALL_SCOPES.map((known) => known.slice(PREFIX.length));
  throw new WrongUsage(`There is no scope '${text}'.${didYouMean(text, names)} There are: ${names.join(', ')}.`);
}

/** Everything when left out. */
export const scopesOf = (texts: readonly string[] | undefined): readonly string[] =>
  texts?.flatMap((text) => text.split(/[ ,]+/)).map(scopeOf) ?? ALL_SCOPES;

export function requireAddress(address: string | undefined): string {
  if (address === undefined) throw new WrongUsage('Whose token? Give an address, for example alice@example.com.');
  if (!/^[^\s@]+@[^\s@]+$/.test(address))
    throw new WrongUsage(`'${address}' is not an address such as alice@example.com.`);
  return address;
}
