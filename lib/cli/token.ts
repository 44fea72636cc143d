/** `npm run token`: prints a token of the local issuer, and nothing else. */
import { command, WrongUsage } from '#lib/command/command';
import { didYouMean } from '#lib/command/nearest';
import { program } from '#lib/command/program';
import { DEFAULT_DATA_DIR } from '#lib/local/options';
import { ALL_SCOPES } from '#lib/local/sign-in/all-scopes';
import { openIssuer } from '#lib/local/sign-in/issuer';

const PREFIX = 'https://www.googleapis.com/auth/';
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** `calendar.readonly` is short for the URL of that scope. */
function scopeOf(text: string): string {
  const scope = text.startsWith('https://') ? text : `${PREFIX}${text}`;
  if (ALL_SCOPES.includes(scope)) return scope;
  const names = ALL_SCOPES.map((known) => known.slice(PREFIX.length));
  throw new WrongUsage(`There is no scope '${text}'.${didYouMean(text, names)} There are: ${names.join(', ')}.`);
}

function secondsOf(text: string): number {
  const [, digits, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(text) ?? [];
  const seconds = Number(digits) * (SECONDS[unit] ?? NaN);
  if (seconds > 0) return seconds;
  throw new WrongUsage(`--ttl is a number of seconds, or a time such as 30m, 1h or 7d, not '${text}'.`);
}

function addressOf(positionals: readonly string[]): string {
  const [address] = positionals;
  if (address === undefined) throw new WrongUsage('Whose token? Give an address, for example alice@example.com.');
  if (!/^[^\s@]+@[^\s@]+$/.test(address))
    throw new WrongUsage(`'${address}' is not an address such as alice@example.com.`);
  return address;
}

await program(
  'npm run --silent token',
  command({
    does: 'Prints a token of the local issuer, and nothing else.',
    takes: 'ADDRESS',
    options: {
      scope: {
        type: 'string',
        value: 'SCOPE',
        multiple: true,
        does: 'what it is good for, in full or short; may be given again (everything)',
      },
      ttl: { type: 'string', value: 'TIME', default: '1h', does: 'how long: seconds, or 30m, 1h, 7d' },
      client: { type: 'string', value: 'ID', does: 'the client that it was issued to' },
      data: { type: 'string', value: 'DIR', default: DEFAULT_DATA_DIR, does: 'the folder with the key that signs it' },
    },
    example: 'alice@example.com --scope calendar.readonly --ttl 7d',
    async run({ scope, ttl, client, data }, positionals) {
      const grant = {
        email: addressOf(positionals),
        scopes: scope?.flatMap((text) => text.split(/[ ,]+/)).map(scopeOf) ?? ALL_SCOPES,
        ttlSeconds: secondsOf(ttl),
        clientId: client,
      };
      const { sign } = await openIssuer(data);
      console.log(await sign(grant));
    },
  }),
);
