/** The options of `npm start`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isTimeZone } from '#lib/calendar/time/zone';
import { numberOf, type Options, type Values } from '#lib/command/command';
import { StartupError } from '#lib/command/startup-error';
import { InvalidUpstream, readUpstreams } from '#lib/upstream/settings';
import { DEFAULT_DATA_DIR } from './data-folder/find-folder.ts';
import { databaseOf } from './database/choice.ts';

export interface StartOptions {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly fresh: boolean;
  readonly isEmpty: boolean;
  /** A file with a world; undefined for the sample data. */
  readonly seed: string | undefined;
  readonly database: string | undefined;
  readonly log: string | undefined;
  readonly https: boolean;
  readonly isBooksKeyRequired: boolean;
  /** The zone of new users; undefined for UTC. */
  readonly timeZone: string | undefined;
  /** The services that are served: folders of `functions`. */
  readonly services: readonly string[];
  /** The services whose data is elsewhere, as a stage's setting. */
  readonly upstream: string;
  /** Where the clock begins; undefined for the machine's. */
  readonly startsAt: { readonly moment: string; readonly isFrozen: boolean } | undefined;
}

const SERVICES = ['calendar', 'books', 'ads'];

const LOGS = ['pretty', 'json', 'off'];

/** Shells have a variable LOG for other programs, too: what it says counts if it is one of ours. */
export const chooseLog = (option: string | undefined, variable: string | undefined): string =>
  option ?? LOGS.find((known) => known === variable) ?? 'pretty';

export const START_OPTIONS = {
  port: {
    type: 'string',
    value: 'N',
    default: '8080',
    does: 'port on 127.0.0.1; 0 for any free port',
  },
  host: {
    type: 'string',
    value: 'ADDRESS',
    default: '127.0.0.1',
    does: 'address to listen on; with any other, control operations need the printed secret',
  },
  data: { type: 'string', value: 'DIR', does: `folder for all data; ${DEFAULT_DATA_DIR} by default` },
  fresh: { type: 'boolean', default: false, does: 'delete the data in that folder, except the key that signs tokens' },
  empty: { type: 'boolean', default: false, does: 'do not add sample data to a new folder' },
  seed: {
    type: 'string',
    value: 'FILE',
    does: 'start with the data in this YAML or JSON file instead of the sample data; `npm run seed -- init` writes an example',
  },
  database: {
    type: 'string',
    value: 'NAME',
    does: 'embedded (default), memory (keeps nothing), dynamodb-local (needs Java), or the URL of a DynamoDB endpoint',
  },
  log: {
    type: 'string',
    choices: LOGS,
    does: 'how to log each request: for people (default), as deployed functions do, or not at all',
  },
  https: {
    type: 'boolean',
    default: false,
    does: "also serve TLS on the next port and a proxy on the one after, for clients that insist on Google's hosts",
  },
  'books-key-required': {
    type: 'boolean',
    default: false,
    does: 'require a key or a token for books, as a stage does',
  },
  'time-zone': {
    type: 'string',
    value: 'ZONE',
    does: "time zone of new users' calendars, such as Europe/Zurich; UTC by default",
  },
  services: {
    type: 'string',
    value: 'LIST',
    default: SERVICES.join(),
    does: 'the services to serve, separated by commas',
  },
  upstream: {
    type: 'string',
    value: 'SERVICE=URL',
    multiple: true,
    does: 'forward a service to this URL with the tokens of its callers, or as a JSON object says; repeatable',
  },
  clock: {
    type: 'string',
    value: 'TIME',
    does: 'start time of its clock, such as 2026-03-01T09:00:00Z; append ,frozen to stop it',
  },
} as const satisfies Options;

function servicesIn(list: string): string[] {
  const names = list.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !SERVICES.includes(name));
  if (unknown !== undefined) throw new StartupError(`--services are ${SERVICES.join(', ')}, not '${unknown}'.`);
  return names;
}

/** From `calendar=http://127.0.0.1:9000`, or with all of a service's setting after `=`, to the setting of a stage. */
function upstreamOf(given: readonly string[] = []): string {
  const entries = given.map((text) => {
    const at = text.indexOf('=');
    if (at < 1) throw new StartupError(`--upstream is a service and its address, calendar=http://..., not '${text}'.`);
    const value = text.slice(at + 1);
    return `${JSON.stringify(text.slice(0, at))}:${value.startsWith('{') ? value : JSON.stringify({ rootUrl: value })}`;
  });
  const setting = `{${entries.join()}}`;
  try {
    readUpstreams(setting);
    return setting;
  } catch (error) {
    throw error instanceof InvalidUpstream ? new StartupError(`--upstream: ${error.message}`) : error;
  }
}

function zoneOf(text: string): string {
  if (isTimeZone(text)) return text;
  throw new StartupError(`--time-zone is the name of a time zone, such as Europe/Zurich, not '${text}'.`);
}

function clockOf(text: string): StartOptions['startsAt'] {
  const [moment = '', mode] = text.split(',');
  if (Number.isNaN(Date.parse(moment)) || (mode !== undefined && mode !== 'frozen'))
    throw new StartupError(`--clock is a time such as 2026-03-01T09:00:00Z, with ,frozen or without, not '${text}'.`);
  return { moment, isFrozen: mode === 'frozen' };
}

/** What a database in memory leaves in files goes into a folder that ends with the process. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

export function readOptions({
  port,
  host,
  data,
  fresh,
  empty,
  seed,
  database,
  log,
  https,
  'books-key-required': isBooksKeyRequired,
  'time-zone': timeZone,
  services,
  upstream,
  clock,
}: Values<typeof START_OPTIONS>): StartOptions {
  return {
    port: Math.floor(numberOf('port', port, 0, 65_535)),
    host,
    dataDir: data ?? (database === 'memory' ? temporaryFolder() : DEFAULT_DATA_DIR),
    fresh,
    isEmpty: empty || seed !== undefined,
    seed,
    database: database === undefined ? undefined : databaseOf(database),
    log,
    https,
    isBooksKeyRequired,
    timeZone: timeZone === undefined ? undefined : zoneOf(timeZone),
    services: servicesIn(services),
    upstream: upstreamOf(upstream),
    startsAt: clock === undefined ? undefined : clockOf(clock),
  };
}
