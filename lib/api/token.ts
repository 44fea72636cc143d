/**
 * Opaque cursors (page and sync tokens). A token holds a position and what it belongs to, never a right: access is
 * decided anew on every request. The check mark tells a damaged or invented token from one of ours.
 */
import { hash } from 'node:crypto';
import { base64Url } from './text/base64-url.ts';

const CHECK_CHARACTERS = 8;
const LONGEST = 2048;

const checkOf = (kind: string, text: string): string =>
  hash('sha256', `${kind}\0${text}`, 'base64url').slice(0, CHECK_CHARACTERS);

export function sealToken(kind: string, value: object): string {
  const text = base64Url(JSON.stringify(value));
  return `${checkOf(kind, text)}${text}`;
}

/** What was sealed, or undefined for anything that is not a token of this kind. */
export function openToken<T extends object>(kind: string, token: string): T | undefined {
  if (token.length > LONGEST) return undefined;
  const text = token.slice(CHECK_CHARACTERS);
  if (text === '' || checkOf(kind, text) !== token.slice(0, CHECK_CHARACTERS)) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}

/** A short mark of the parameters that a token belongs to. */
export const markOf = (parameters: object): string =>
  hash('sha256', JSON.stringify(parameters), 'base64url').slice(0, 12);
