/** Prints a token of the laptop's own issuer, and nothing else. */
import { parseArgs } from 'node:util';
import { ALL_SCOPES } from '#lib/local/all-scopes';
import { CannotStart } from '#lib/local/cannot-start';
import { openIssuer } from '#lib/local/issuer';
import { program } from './program.ts';

const USAGE = 'Usage: npm run --silent token -- ADDRESS [--scope SCOPE ...] [--ttl SECONDS | 30m | 1h | 7d] [--client ID] [--data DIR]';

const PREFIX = 'https://www.googleapis.com/auth/';
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** `calendar.readonly` is short for the address of that scope. */
function scopeOf(text: string): string {
  const scope = text.startsWith('https://') ? text : `${PREFIX}${text}`;
  if (ALL_SCOPES.includes(scope)) return scope;
  throw new CannotStart(`There is no scope '${text}'. There are: ${ALL_SCOPES.map((known) => known.slice(PREFIX.length)).join(', ')}.`);
}

function secondsOf(text: string): number {
  const [, digits, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(text) ?? [];
  const seconds = Number(digits) * (SECONDS[unit] ?? NaN);
  if (seconds > 0) return seconds;
  throw new CannotStart(`--ttl is a number of seconds, or a time such as 30m, 1h or 7d, not '${text}'.`);
}

function addressOf(positionals: readonly string[]): string {
  const [address, ...others] = positionals;
  if (address === undefined) throw new CannotStart('Whose token? Give an address, for example alice@example.com.');
  if (others.length > 0) throw new CannotStart(`One address, please, not ${String(positionals.length)}: ${positionals.join(' ')}`);
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw new CannotStart(`'${address}' is not an address such as alice@example.com.`);
  return address;
}

await program(USAGE, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      scope: { type: 'string', multiple: true },
      ttl: { type: 'string', default: '1h' },
      client: { type: 'string' },
      data: { type: 'string', default: '.almanac' },
    },
  });
  const grant = {
    email: addressOf(positionals),
    scopes: values.scope?.flatMap((text) => text.split(/[ ,]+/)).map(scopeOf) ?? ALL_SCOPES,
    ttlSeconds: secondsOf(values.ttl),
    clientId: values.client,
  };
  const { sign } = await openIssuer(values.data);
  console.log(await sign(grant));
});
