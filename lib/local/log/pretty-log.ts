/** What `npm start` prints while it runs: one short line per request, and errors with their stack. */
import { styleText } from 'node:util';
import { memoized } from '#lib/api/process/memoized';
import { watchMeters, type Meter } from '#lib/api/process/meter';
import { counted } from '#lib/api/text/counted';
import type { RequestLog } from '#lib/local/gateway/gateway';
import { diskFullMessage } from '#lib/local/process/machine-failure';
import { writeLogWith, type WriteLog } from '#lib/runtime/process/logger';
import { redactedPath } from './redacted-path.ts';

type Colour = 'dim' | 'green' | 'cyan' | 'yellow' | 'red';

/** Only if the terminal supports it, unless `NO_COLOR` or `FORCE_COLOR` is set. */
const inColour = (colour: Colour, text: string): string => styleText(colour, text, { stream: process.stdout });

const COLOURS: readonly Colour[] = ['cyan', 'cyan', 'green', 'cyan', 'yellow', 'red'];

const timeOf = memoized(1, (second: number): string => new Date(second * 1000).toTimeString().slice(0, 8));
const at = (ms: number): string => inColour('dim', timeOf(Math.floor(ms / 1000)));

/**
 * Lines within this time are made and written together: making one takes a good part of a request, and so does a write
 * to a terminal or pipe.
 */
const WRITE_AFTER_MS = 20;

type Line = () => readonly string[];

let waiting: Line[] = [];
const write = (): void => {
  const lines = waiting;
  waiting = [];
  if (lines.length > 0) process.stdout.write(lines.map((line) => `${line().join(' ')}\n`).join(''));
};
const print = (line: Line): void => {
  if (waiting.length === 0) setTimeout(write, WRITE_AFTER_MS);
  waiting.push(line);
};

const logRequest: RequestLog = async ({ method = '', url = '/' }, answer) => {
  const meters: Meter[] = [];
  const startedAt = performance.now();
  const result = await watchMeters((meter) => meters.push(meter), answer);
  const { statusCode = 200 } = result;
  const [now, ms] = [Date.now(), Math.round(performance.now() - startedAt)];
  const calls = meters.reduce((sum, meter) => sum + meter.calls.length, 0);
  print(() => [
    at(now),
    method,
    redactedPath(url),
    inColour(COLOURS[Math.floor(statusCode / 100)] ?? 'red', String(statusCode)),
    inColour('dim', `${String(ms)} ms, ${counted(calls, 'database call')}`),
  ]);
  return result;
};

/** Counts of a run of `propagate` in which every copy was made. */
const isRoutine = (message: string, { failures, drops }: Readonly<Record<string, unknown>>): boolean =>
  message === 'copies' && failures === 0 && drops === 0;

/** Single-line fields follow the message; longer ones such as stacks go below it. */
function writePretty(
  level: 'info' | 'error',
  message: string,
  fields: Readonly<Record<string, unknown>>,
  dataDir: string,
): void {
  // The gateway already prints one line per request.
  if (level === 'info' && (message === 'request' || isRoutine(message, fields))) return;
  const { error, cause, stack, ...others } = fields;
  const failure = stack ?? [error, cause].filter((part) => part !== undefined).join(': ');
  const known = level === 'error' ? diskFullMessage(failure, dataDir) : undefined;
  const shown = Object.entries(others)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const now = Date.now();
  print(() => [at(now), ...(level === 'error' ? [inColour('red', level)] : []), [message, ...shown].join(' ')]);
  const below = String(known ?? failure);
  if (below !== '') print(() => [below]);
}

/** From now on, functions of this process log in this form; returns the request log for the gateway. */
export function usePrettyLog(dataDir: string): RequestLog {
  const log: WriteLog = (level, message, fields) => {
    writePretty(level, message, fields, dataDir);
  };
  writeLogWith(log);
  process.once('exit', write);
  return logRequest;
}
