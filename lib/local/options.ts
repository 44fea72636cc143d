import { parseArgs } from 'node:util';
import { CannotStart } from './cannot-start.ts';

export interface StartOptions {
  readonly port: number;
  readonly dataDir: string;
  readonly fresh: boolean;
  readonly isEmpty: boolean;
  readonly database: string | undefined;
}

export const DEFAULT_DATA_DIR = '.almanac';
const DEFAULT_PORT = 8080;

export const USAGE = `Usage: npm start [-- OPTIONS]

  --port N         where the services listen on 127.0.0.1 (${String(DEFAULT_PORT)}; 0 for any free port)
  --data DIR       where everything is kept (${DEFAULT_DATA_DIR})
  --fresh          forget what is kept there, but for the key that signs tokens
  --empty          without the sample data that a new folder gets
  --database NAME  embedded, dynamodb-local (needs Java), or the URL of a DynamoDB endpoint (embedded)
  --help           this text`;

/** Undefined when a person asks how to call it. */
export function readOptions(args: readonly string[]): StartOptions | undefined {
  const { values } = parse(args);
  if (values.help) return undefined;
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new CannotStart(`--port is a number from 0 to 65535, not '${values.port}'.\n\n${USAGE}`);
  return { port, dataDir: values.data, fresh: values.fresh, isEmpty: values.empty, database: values.database };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: String(DEFAULT_PORT) },
        data: { type: 'string', default: DEFAULT_DATA_DIR },
        fresh: { type: 'boolean', default: false },
        empty: { type: 'boolean', default: false },
        database: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new CannotStart(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}
