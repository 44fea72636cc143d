/** Whom a pull takes from where: the options that the commands of calendars and books share. */
import { readFileSync } from 'node:fs';
import { foldAddress } from '#lib/api/text/address';
import { WrongUsage, type Options, type Values } from '#lib/command/command';
import { StartupError } from '#lib/command/startup-error';
import type { UpstreamOptions } from '#lib/runtime/pull/open-service';

export const FROM_OPTIONS = {
  from: { type: 'string', value: 'ROOT_URL', does: 'the service to import from: https://www.googleapis.com/' },
  user: { type: 'string', value: 'EMAIL', does: 'whose data' },
  users: { type: 'string', value: 'FILE', does: 'many people instead: an address on each line, 4 at a time' },
  credentials: {
    type: 'string',
    value: 'FILE',
    does:
      'JSON file of an authorized user, or of a service account that may act for anybody; ' +
      'by default, the file that GOOGLE_APPLICATION_CREDENTIALS names',
  },
} as const satisfies Options;

type FromValues = Pick<Values<typeof FROM_OPTIONS>, 'from' | 'user' | 'users' | 'credentials'>;

const ADDRESS = /^[^\s@]+@[^\s@]+$/;

export function addressOf(text: string): string {
  if (!ADDRESS.test(text)) throw new WrongUsage(`'${text}' is not an address such as ann@example.com.`);
  return foldAddress(text);
}

export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new StartupError(`${path} cannot be read: ${String(error)}`);
  }
}

/** Those of `--user` or of the file `--users`; undefined when neither is given. */
export function peopleOf({ user, users }: FromValues): readonly string[] | undefined {
  if (user !== undefined) return [addressOf(user)];
  if (users === undefined) return undefined;
  const lines = readText(users)
    .split(/\r?\n/)
    .map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map(addressOf);
}

/** Ends in a slash. */
export function rootUrlOf(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new WrongUsage(`--from is an address such as https://www.googleapis.com/, not '${text}'.`);
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

/** Whoever runs a command may ask any address. */
export function upstreamOf(from: string, { credentials }: FromValues): UpstreamOptions {
  const file = credentials ?? process.env['GOOGLE_APPLICATION_CREDENTIALS'];
  if (file === undefined || file === '')
    throw new WrongUsage('In whose name? --credentials FILE is needed, or GOOGLE_APPLICATION_CREDENTIALS.');
  return { from, credentials: readText(file), network: { allowLoopback: true, allowPrivate: true } };
}
