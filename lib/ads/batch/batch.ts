/** Batches are best effort: each entry succeeds or fails alone, and the answer names failures by their index. */
import { Fault } from '#lib/ads/model/fault';
import { cleanBody, InvalidBody } from '#lib/api/check';
import { ApiError, badRequest, type ErrorEntry } from '#lib/api/errors';
import type { Schema, Static } from '#lib/api/schema';

export const MAX_ENTRIES = 2_000;
export const MAX_BYTES = 5_000_000;

const messageOf = (details: string): string => `The request was not valid. Details: [${details}]`;
export const refuse = (details: string): ApiError => badRequest('requestValidation', messageOf(details));

/** The entries of a batch as they came; a batch that is empty or too large is refused as a whole. */
export function entriesOf(body: unknown, field: string): readonly unknown[] {
  const entries = (body as Readonly<Record<string, unknown>>)[field] ?? [];
  if (!Array.isArray(entries)) throw refuse(`'${field}' must be a list.`);
  if (entries.length === 0) throw refuse('Empty batch encountered.');
  if (entries.length > MAX_ENTRIES)
    throw refuse(`A request holds at most ${String(MAX_ENTRIES)} entries, not ${String(entries.length)}.`);
  if (Buffer.byteLength(JSON.stringify(body)) > MAX_BYTES)
    throw refuse(`A request holds at most ${String(MAX_BYTES)} bytes.`);
  return entries;
}

/** One entry in the form its schema declares. */
export function readEntry<S extends Schema>(schema: S, entry: unknown): Static<S> {
  try {
    return cleanBody(schema, entry) as Static<S>;
  } catch (error) {
    throw error instanceof InvalidBody
      ? new Fault(error.field === '' ? 'An entry must be an object' : error.message)
      : error;
  }
}

export type Outcome<T> = T | Fault;

/** Runs a rule on one entry; what it finds wrong becomes the entry's outcome. */
export function tryEntry<T>(rule: () => T): Outcome<T> {
  try {
    return rule();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

/** Continues with the entries that have not failed. */
export const mapSuccesses = <A, B>(
  outcomes: readonly Outcome<A>[],
  rule: (value: A, index: number) => B,
): Outcome<B>[] =>
  outcomes.map((outcome, index) => (outcome instanceof Fault ? outcome : tryEntry(() => rule(outcome, index))));

export const successes = <T>(outcomes: readonly Outcome<T>[]): T[] =>
  outcomes.filter((outcome): outcome is T => !(outcome instanceof Fault));

/**
 * All values, or a 400 with one error for each entry that failed. Google's connector reads `index=N ` with the blank.
 */
export function allOrError<T>(outcomes: readonly Outcome<T>[], labelOf: (index: number) => string): T[] {
  const failed = outcomes.flatMap((outcome, index): ErrorEntry[] =>
    outcome instanceof Fault
      ? [
          {
            domain: 'global',
            reason: 'requestValidation',
            message: messageOf(`${outcome.message} index=${String(index)}${labelOf(index)}`),
          },
        ]
      : [],
  );
  const [first, ...rest] = failed;
  if (first !== undefined) throw new ApiError(400, [first, ...rest], { status: 'INVALID_ARGUMENT' });
  return successes(outcomes);
}
