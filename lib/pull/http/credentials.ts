/** Tokens of the other service, from a credentials file in Google's form. */
import type { Clock } from '#lib/api/context';
import type { UpstreamClient } from '#lib/upstream/client/client';
import { readAccountKey, serviceAccountTokens, tokenAnswer } from '#lib/upstream/credentials/service-account';
import type { Tokens } from './json-client.ts';
import { UpstreamError } from './upstream-error.ts';

const GOOGLE_TOKEN_URI = 'https://oauth2.googleapis.com/token';
/** A token is not used in the last minute of its life. */
const SPARE_MS = 60_000;

export interface CredentialsOptions {
  /** The text of the file. */
  readonly text: string;
  readonly scopes: readonly string[];
  clientTo(rootUrl: string): Pick<UpstreamClient, 'send'>;
  readonly clock: Clock;
}

/** Tokens in anybody's name (a service account with delegation), or in the name of the person whose file it is. */
export type TokensFor = (email: string) => Tokens;

/** The file is of no kind that can be used. */
export class UnusableCredentials extends Error {}

interface AuthorizedUser {
  readonly client_id: string;
  readonly client_secret: string;
  readonly refresh_token: string;
  readonly token_uri?: string;
}

function refreshedTokens(user: AuthorizedUser, { clientTo, clock }: CredentialsOptions): Tokens {
  const url = new URL(user.token_uri ?? GOOGLE_TOKEN_URI);
  const client = clientTo(`${url.origin}/`);
  let asking: Promise<string> | undefined;
  let untilMs = 0;
  const ask = async (): Promise<string> => {
    const { client_id, client_secret, refresh_token } = user;
    const form = { grant_type: 'refresh_token', client_id, client_secret, refresh_token };
    const { status, body } = await client.send({
      method: 'POST',
      path: url.pathname.slice(1),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    });
    const { access_token: token, expires_in: seconds, error } = tokenAnswer(body);
    if (status !== 200 || typeof token !== 'string' || typeof seconds !== 'number')
      throw new UpstreamError(`The credentials bring no token: ${String(error ?? status)}.`, 401, 'authError');
    untilMs = clock.now().getTime() + seconds * 1000 - SPARE_MS;
    return token;
  };
  return {
    token() {
      if (asking === undefined || clock.now().getTime() >= untilMs) {
        // Those who come before the answer wait for it, too.
        untilMs = Infinity;
        asking = ask().catch((error: unknown) => {
          asking = undefined;
          throw error;
        });
      }
      return asking;
    },
    forget() {
      asking = undefined;
    },
  };
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const isAuthorizedUser = (file: object): file is AuthorizedUser =>
  ['client_id', 'client_secret', 'refresh_token'].every(
    (name) => typeof new Map(Object.entries(file)).get(name) === 'string',
  );

export function tokensFrom(options: CredentialsOptions): TokensFor {
  const file = parse(options.text);
  if (file['type'] === 'authorized_user' && isAuthorizedUser(file)) {
    const tokens = refreshedTokens(file, options);
    return () => tokens;
  }
  if (file['type'] === 'service_account') {
    const key = readAccountKey(options.text);
    const account = serviceAccountTokens({
      readKey: () => Promise.resolve(key),
      clientTo: options.clientTo,
      clock: options.clock,
    });
    return (email) => ({
      token: () => account.tokenFor(email, options.scopes),
      forget: (token) => {
        account.forget(token);
      },
    });
  }
  throw new UnusableCredentials(
    'The credentials are neither those of an authorized user nor of a service account, in the form of Google’s own.',
  );
}
