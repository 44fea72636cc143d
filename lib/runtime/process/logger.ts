/** One JSON line for each thing worth saying, on standard output, where Lambda picks it up. */
import type { Logger } from '#lib/api/context';
import { currentMeter } from '#lib/api/process/meter';

export type WriteLog = (level: 'info' | 'error', message: string, fields: Readonly<Record<string, unknown>>) => void;

/** `off` says nothing, `errors` only what went wrong. */
const { LOG: setting } = process.env;

let write: WriteLog = (level, message, fields) => {
  const line = { level, time: new Date().toISOString(), message, requestId: currentMeter()?.requestId, ...fields };
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

/** For a process whose log people read. */
export const writeLogWith = (other: WriteLog): void => {
  write = other;
};

export const logger: Logger = {
  info: (message, fields = {}) => {
    if (setting !== 'off' && setting !== 'errors') write('info', message, fields);
  },
  error: (message, fields = {}) => {
    if (setting !== 'off') write('error', message, fields);
  },
};
