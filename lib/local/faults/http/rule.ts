/**
 * Faults that clients of a local stack ask for, to test their own retries: in the header `X-Almanac-Fault` of a request
 * or as a rule that stays. Written as `status=503; times=2; operation=calendar.events.list`.
 */
import { badRequest } from '#lib/api/errors';

export interface FaultRule {
  /** Only requests for this operation: `calendar.events.list`, or `calendar.events.*`. */
  readonly operation?: string | undefined;
  /** How many requests it applies to; without it, to all. */
  readonly times?: number | undefined;
  /** Answers with this status and Google's body for it; the operation does not run. */
  readonly status?: number | undefined;
  /** Another reason than the usual one of the status: `quotaExceeded`. */
  readonly reason?: string | undefined;
  /** Waits so many milliseconds before anything else. */
  readonly delay?: number | undefined;
  /** Closes the connection: `before` the operation runs, or `after` it has run, without an answer. */
  readonly drop?: 'before' | 'after' | undefined;
  /** Closes the connection after so many bytes of the body. */
  readonly truncate?: number | undefined;
  /** Requests with a page token or sync token are answered as if it were stale. */
  readonly staleToken?: boolean | undefined;
}

const FIELDS = ['operation', 'times', 'status', 'reason', 'delay', 'drop', 'truncate', 'staleToken'] as const;
type Field = (typeof FIELDS)[number];

const isField = (name: string): name is Field => FIELDS.some((field) => field === name);
const refuse = (why: string): Error => badRequest('invalid', why, { header: 'X-Almanac-Fault' });

function numberOf(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw refuse(`${name} is a whole number from ${String(least)} to ${String(most)}, not '${text}'.`);
  return value;
}

const MAX_DELAY_MS = 60_000;
const MAX_COUNT = 1_000_000_000;

function valueOf(name: Field, text: string): FaultRule[Field] {
  if (name === 'status') return numberOf(name, text, 400, 599);
  if (name === 'times') return numberOf(name, text, 1, MAX_COUNT);
  if (name === 'delay') return numberOf(name, text, 0, MAX_DELAY_MS);
  if (name === 'truncate') return numberOf(name, text, 1, MAX_COUNT);
  if (name === 'staleToken') return text !== 'false';
  if (name === 'drop' && text !== 'before' && text !== 'after') throw refuse('drop is before or after.');
  return text;
}

/** Refuses what it does not know: a fault that silently does nothing makes a test pass that should not. */
export function checkRule(rule: Readonly<Record<string, unknown>>): FaultRule {
  const given = Object.entries(rule).filter(([, value]) => value !== undefined);
  const unknown = given.find(([name]) => !isField(name));
  if (unknown !== undefined) throw refuse(`A fault has no ${unknown[0]}; it has ${FIELDS.join(', ')}.`);
  const checked = Object.fromEntries(given.map(([name, value]) => [name, valueOf(name as Field, String(value))]));
  const effects = ['status', 'delay', 'drop', 'truncate', 'staleToken'].filter((name) => name in checked);
  if (effects.length === 0) throw refuse('A fault needs one of status, delay, drop, truncate and staleToken.');
  return checked as FaultRule;
}

export function parseFault(header: string): FaultRule {
  const parts = header.split(';').map((part) => part.trim());
  return checkRule(
    Object.fromEntries(
      parts
        .filter((part) => part !== '')
        .map((part) => {
          const [name = '', ...value] = part.split('=');
          return [name.trim(), value.length === 0 ? 'true' : value.join('=').trim()];
        }),
    ),
  );
}
