/**
 * Who may control a local stack. On loopback: programs of this machine, but no web page of another origin, which could
 * otherwise ask through a developer's browser. On any other address: whoever knows the secret.
 */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { forbidden, type ApiError } from '#lib/api/errors';

const SECRET_HEADER = 'x-almanac-secret';

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)(?::\d+)?$/i;

export const isLoopbackAddress = (host: string): boolean => LOOPBACK.test(host);

function isSecret(given: string | string[] | undefined, secret: string): boolean {
  const [a, b] = [Buffer.from(String(given)), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A page of the stack itself has its own address as origin. */
const isOtherOrigin = ({ origin, host }: IncomingMessage['headers']): boolean =>
  origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host);

/** Why a request may not control the stack; `secret` is undefined on loopback. */
export function controlRefusal(headers: IncomingMessage['headers'], secret: string | undefined): ApiError | undefined {
  if (isOtherOrigin(headers)) return forbidden('forbidden', 'Pages of other origins may not control the stack.');
  if (secret !== undefined)
    return isSecret(headers[SECRET_HEADER], secret)
      ? undefined
      : forbidden('forbidden', 'The stack listens on more than loopback: send its secret as X-Almanac-Secret.');
  // A name that resolves to this machine may belong to somebody else's page.
  return isLoopbackAddress(headers.host ?? '')
    ? undefined
    : forbidden('forbidden', 'Control the stack through 127.0.0.1 or localhost, not through another name.');
}
