/** The options of `npm start`. */
import { numberOf, type Options, type Values } from '#lib/command/command';

export interface StartOptions {
  readonly port: number;
  readonly dataDir: string;
  readonly fresh: boolean;
  readonly isEmpty: boolean;
  readonly database: string | undefined;
  readonly log: string | undefined;
  readonly https: boolean;
  readonly isBooksKeyRequired: boolean;
}

export const DEFAULT_DATA_DIR = '.almanac';

export const START_OPTIONS = {
  port: {
    type: 'string',
    value: 'N',
    default: '8080',
    does: 'where the services listen on 127.0.0.1; 0 for any free port',
  },
  data: { type: 'string', value: 'DIR', default: DEFAULT_DATA_DIR, does: 'where everything is kept' },
  fresh: { type: 'boolean', default: false, does: 'forget what is kept there, but for the key that signs tokens' },
  empty: { type: 'boolean', default: false, does: 'without the sample data that a new folder gets' },
  database: {
    type: 'string',
    value: 'NAME',
    does: 'embedded (when left out), dynamodb-local, which needs Java, or the URL of a DynamoDB endpoint',
  },
  log: {
    type: 'string',
    choices: ['pretty', 'json', 'off'],
    does: 'a line for each request: for people (as when it is left out), as deployed functions write it, or none',
  },
  https: {
    type: 'boolean',
    default: false,
    does: "beside it, TLS on the next port and a proxy on the one after, for clients that insist on Google's hosts",
  },
  'books-key-required': {
    type: 'boolean',
    default: false,
    does: 'books are served with a key or a token only, as on a stage',
  },
} as const satisfies Options;

export function readOptions({
  port,
  data,
  fresh,
  empty,
  database,
  log,
  https,
  'books-key-required': isBooksKeyRequired,
}: Values<typeof START_OPTIONS>): StartOptions {
  return {
    port: Math.floor(numberOf('port', port, 0, 65_535)),
    dataDir: data,
    fresh,
    isEmpty: empty,
    database,
    log,
    https,
    isBooksKeyRequired,
  };
}
