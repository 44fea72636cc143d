import { ApiError, CODE_GONE } from '../api/error.ts';
import { words } from './words.ts';

/** A failure in a sentence for people. */
export function explain(error: unknown): string {
  const { noAnswer, codeGone, forbidden, tooMany, unexpected } = words.common;
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : unexpected;
  if (error.status === 0) return noAnswer;
  if (error.reason === CODE_GONE) return codeGone;
  if (/rateLimit|quota/i.test(error.reason) || error.status === 429) return tooMany;
  if (error.status === 403) return forbidden;
  return error.message === '' ? unexpected : words.common.failed(error.message);
}
