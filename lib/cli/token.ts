/** `npm run token`: prints a token of the local issuer, and nothing else. */
import { command, WrongUsage } from '#lib/command/command';
import { program } from '#lib/command/program';
import { requireIssuer } from '#lib/local/open-stage';
import { openIssuer } from '#lib/local/sign-in/issuer';
import { requireAddress, scopesOf } from './credentials/arguments.ts';
import { dataFolder, STAGE_OPTIONS } from './stage/use-stage.ts';

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

function secondsOf(text: string): number {
  const [, digits, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(text) ?? [];
  const seconds = Number(digits) * (SECONDS[unit] ?? NaN);
  if (seconds > 0) return seconds;
  throw new WrongUsage(`--ttl is a number of seconds, or a time such as 30m, 1h or 7d, not '${text}'.`);
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
        does: 'a scope, in full or short; repeatable (all)',
      },
      ttl: { type: 'string', value: 'TIME', default: '1h', does: 'how long it is valid: seconds, or 30m, 1h, 7d' },
      client: { type: 'string', value: 'ID', does: 'the client it is issued to' },
      data: STAGE_OPTIONS.data,
    },
    example: 'alice@example.com --scope calendar.readonly --ttl 7d',
    async run({ scope, ttl, client, data }, positionals) {
      const grant = {
        email: requireAddress(positionals[0]),
        scopes: scopesOf(scope),
        ttlSeconds: secondsOf(ttl),
        clientId: client,
      };
      const folder = dataFolder(data);
      requireIssuer(folder);
      const { sign } = await openIssuer(folder);
      console.log(await sign(grant));
    },
  }),
);
