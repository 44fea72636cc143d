/** One JSON line for each thing worth saying, on standard output, where Lambda picks it up. */
import type { Logger } from '#lib/api/context';

/** `off` says nothing, `errors` only what went wrong. */
const { LOG: setting } = process.env;

const write = (level: string, message: string, fields: Readonly<Record<string, unknown>> = {}): void => {
  process.stdout.write(`${JSON.stringify({ level, time: new Date().toISOString(), message, ...fields })}\n`);
};

export const logger: Logger = {
  info: (message, fields) => {
    if (setting !== 'off' && setting !== 'errors') write('info', message, fields);
  },
  error: (message, fields) => {
    if (setting !== 'off') write('error', message, fields);
  },
};
