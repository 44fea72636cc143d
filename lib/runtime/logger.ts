/** One JSON line for each thing worth saying, on standard output, where Lambda picks it up. */
import type { Logger } from '#lib/api/context';

const isQuiet = process.env['LOG'] === 'off';

const write = (level: string, message: string, fields: Readonly<Record<string, unknown>> = {}): void => {
  if (!isQuiet) process.stdout.write(`${JSON.stringify({ level, time: new Date().toISOString(), message, ...fields })}\n`);
};

export const logger: Logger = {
  info: (message, fields) => {
    write('info', message, fields);
  },
  error: (message, fields) => {
    write('error', message, fields);
  },
};
