/** Errors of the database that are the request's own: what was sent is too large, or its calendar is full. */
import { forbidden, requestTooLarge, type ApiError } from '#lib/api/errors';
import { TransactionCanceledException } from './exceptions.ts';

const TOO_LARGE = /item size|item collection too large|exceeded the maximum allowed size/i;
const COLLECTION_FULL = 'ItemCollectionSizeLimitExceeded';

interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** The reasons of a transaction are named like exceptions, without that word. */
function refusalsIn(error: unknown): Refusal[] {
  if (error instanceof TransactionCanceledException)
    return (error.CancellationReasons ?? []).map(({ Code = '', Message = '' }) => ({ code: Code, message: Message }));
  return error instanceof Error ? [{ code: error.name.replace(/Exception$/, ''), message: error.message }] : [];
}

/** An item would have become larger than the database keeps: 400 KB. */
const isTooLarge = ({ code, message }: Refusal): boolean =>
  (code === 'ValidationError' || code === 'Validation') && TOO_LARGE.test(message);

/** Items of one partition key are 10 GB at most in a table with local indexes; what makes them fewer is still taken. */
const isFull = ({ code }: Refusal): boolean => code === COLLECTION_FULL;

const collectionFull = (cause: unknown): ApiError =>
  forbidden('quotaExceeded', 'Calendar usage limits exceeded.', { domain: 'usageLimits', cause });

/** The error that a client is told in its place; any other stays as it is. */
export function refusalOr(error: unknown): unknown {
  const refusals = refusalsIn(error);
  if (refusals.some(isTooLarge)) return requestTooLarge(error);
  return refusals.some(isFull) ? collectionFull(error) : error;
}
