/** The stage's settings, parsed once from the environment that `serverless.yml` and the local stack write. */
import { foldAddress } from '#lib/api/text/address';
import type { Issuer } from '#lib/middleware/auth/issuer';
import type { Ceilings } from '#lib/middleware/quota/charge-quota';
import { readUpstreams, type Upstreams } from '#lib/upstream/settings';

/** The stage's own OpenID Connect issuer, at which people sign in before they consent. */
export interface SignInProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** As for issuers: addresses without `email_verified` are verified. */
  readonly allowsUnverifiedEmail?: boolean;
}

/** The stage's own authorization server. */
export interface SignInConfig {
  /** As it stands in access tokens. */
  readonly issuer: string;
  readonly table: string;
  /** Of the function that signs people in alone. */
  readonly provider: SignInProvider | undefined;
  /** On a laptop, where anybody may be anybody. */
  readonly isWithoutPassword: boolean;
  /** A refresh token is good once, and its use brings the next. */
  readonly rotatesRefreshTokens: boolean;
}

/** An issuer at which the console is registered as a public client. */
export interface ConsoleSignIn {
  readonly issuer: string;
  readonly clientId: string;
  readonly scope?: string;
}

export interface Config {
  readonly stage: string;
  readonly calendarTable: string;
  readonly booksTable: string;
  readonly adsTable: string;
  readonly bucket: string;
  readonly issuers: readonly Issuer[];
  /** Addresses of admins, who may transfer calendars of others. */
  readonly admins: readonly string[];
  /** Sync tokens that were made before are outdated: the table was restored to an earlier state. */
  readonly syncTokensSinceMs: number | undefined;
  /** The zone of new users; undefined for UTC. */
  readonly defaultTimeZone: string | undefined;
  /** What an import does with events of a special type. */
  readonly importedTypes: 'convert' | 'refuse';
  readonly quota: Ceilings;
  /** Copies of events that the meetings of one sender add to other calendars in a day; 0 switches the ceiling off. */
  readonly copiesPerDay: number;
  /** Requests a day for one client of the ads service, by kind of operation; 0 switches a ceiling off. */
  readonly adsPerDay: {
    readonly generate: number;
    readonly request: number;
    readonly other: number;
  };
  /** Requests a second for one client of the ads service; 0 switches the ceiling off. */
  readonly adsPerSecond: number;
  /** What the ads service does with clicks of more than 90 days in an upload, and of more than 60 in a change. */
  readonly adsOldClicks: 'reject' | 'accept';
  /** What the public operations of Books do for a request with neither token nor API key. */
  readonly booksWithoutKey: 'refuse' | 'serve';
  /** How changes of shelves answer: 204 without a body, or 200 with `{}`. */
  readonly booksEmptyAnswer: 'nothing' | 'object';
  /** From whom invitations are mailed, and the folder that takes mail on a laptop. Without both, nothing is mailed. */
  readonly mailSender: string | undefined;
  readonly mailOutbox: string | undefined;
  /** URL of the queue that brings push messages again; without it, the schedule does. */
  readonly pushQueue: string | undefined;
  /** URL of the queue that brings changes to the function that sends letters; without it, its schedule does. */
  readonly letterQueue: string | undefined;
  /** What the letters that a user causes on a day may count together: 1 each, 5 to a stranger; 0 for any number. */
  readonly lettersPerDay: number;
  /** Where imports keep their drafts on a laptop. */
  readonly importFolder: string | undefined;
  /** Channels may lead to receivers on the machine that the functions run on. */
  readonly loopbackWebhooks: boolean;
  /** The services whose data is elsewhere, and where. */
  readonly upstreams: Upstreams;
  /** Name or ARN of the secret with the credentials that pulls on a schedule use. */
  readonly pullCredentials: string | undefined;
  /** Undefined where other issuers sign all tokens. */
  readonly signIn: SignInConfig | undefined;
  /** Who signs people in for the console, where it is not the stage's own authorization server. */
  readonly consoleSignIn: ConsoleSignIn | undefined;
}

const units = (value: string | undefined): number => {
  const parsed = Number(value ?? '0');
  if (!Number.isInteger(parsed) || parsed < 0)
    throw new Error(`A quota must be a whole number of units, not '${String(value)}'.`);
  return parsed;
};

const nonEmpty = (value: string | undefined): string | undefined => (value === '' ? undefined : value);

const instant = (value = ''): number | undefined => {
  if (value === '') return undefined;
  const ms = Date.parse(value);
  if (Number.isNaN(ms))
    throw new Error(`SYNC_TOKENS_SINCE must be a moment such as 2026-11-15T10:00:00Z, not '${value}'.`);
  return ms;
};

const zone = (value = ''): string | undefined => {
  if (value === '') return undefined;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return value;
  } catch {
    throw new Error(`DEFAULT_TIME_ZONE must be a time zone such as Europe/Zurich, not '${value}'.`);
  }
};

function readSignIn(env: Readonly<Record<string, string | undefined>>, stage: string): SignInConfig | undefined {
  if (env['SIGN_IN'] !== 'on') return undefined;
  const provider = JSON.parse(env['SIGN_IN_PROVIDER'] || 'null') as SignInProvider | null;
  return {
    issuer: env['SIGN_IN_ISSUER'] ?? `almanac-${stage}`,
    table: env['SIGN_IN_TABLE'] ?? `almanac-${stage}-sign-in`,
    provider: provider ?? undefined,
    isWithoutPassword: env['SIGN_IN_WITHOUT_PASSWORD'] === 'on',
    rotatesRefreshTokens: env['SIGN_IN_ROTATION'] === 'on',
  };
}

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const stage = env['STAGE'] ?? 'local';
  return {
    stage,
    calendarTable: env['CALENDAR_TABLE'] ?? `almanac-${stage}-calendar`,
    booksTable: env['BOOKS_TABLE'] ?? `almanac-${stage}-books`,
    adsTable: env['ADS_TABLE'] ?? `almanac-${stage}-ads`,
    bucket: env['BUCKET'] ?? `almanac-${stage}`,
    issuers: JSON.parse(env['ISSUERS'] ?? '[]') as Issuer[],
    admins: (JSON.parse(env['ADMINS'] ?? '[]') as string[]).map(foldAddress),
    syncTokensSinceMs: instant(env['SYNC_TOKENS_SINCE']),
    defaultTimeZone: zone(env['DEFAULT_TIME_ZONE']),
    importedTypes: env['IMPORT_EVENT_TYPES'] === 'refuse' ? 'refuse' : 'convert',
    quota: { userPerMinute: units(env['QUOTA_USER_PER_MINUTE']), stagePerMinute: units(env['QUOTA_STAGE_PER_MINUTE']) },
    copiesPerDay: units(env['QUOTA_COPIES_PER_DAY'] ?? '10000'),
    adsPerDay: {
      generate: units(env['QUOTA_ADS_GENERATE_PER_DAY'] ?? '10000'),
      request: units(env['QUOTA_ADS_REQUEST_PER_DAY'] ?? '1000'),
      other: units(env['QUOTA_ADS_OTHER_PER_DAY'] ?? '100000'),
    },
    adsPerSecond: units(env['QUOTA_ADS_PER_SECOND']),
    adsOldClicks: env['REJECT_OLD_CLICKS'] === 'off' ? 'accept' : 'reject',
    booksWithoutKey: env['BOOKS_WITHOUT_KEY'] === 'serve' ? 'serve' : 'refuse',
    booksEmptyAnswer: env['BOOKS_EMPTY_ANSWER'] === 'object' ? 'object' : 'nothing',
    mailSender: nonEmpty(env['MAIL_SENDER']),
    mailOutbox: env['MAIL_OUTBOX'],
    pushQueue: nonEmpty(env['PUSH_QUEUE']),
    letterQueue: nonEmpty(env['LETTER_QUEUE']),
    lettersPerDay: units(env['LETTERS_PER_DAY'] ?? '1000'),
    importFolder: env['IMPORT_FOLDER'],
    loopbackWebhooks: env['ALMANAC_LOOPBACK_WEBHOOKS'] === 'on',
    upstreams: readUpstreams(env['UPSTREAM']),
    pullCredentials: nonEmpty(env['PULL_CREDENTIALS']),
    signIn: readSignIn(env, stage),
    consoleSignIn: (JSON.parse(env['CONSOLE_SIGN_IN'] || 'null') as ConsoleSignIn | null) ?? undefined,
  };
}

export const config: Config = readConfig(process.env);
