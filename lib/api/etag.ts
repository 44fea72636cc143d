/** Entity tags: how they are compared, and the conditions that a request puts on a write. */
import { hash } from 'node:crypto';
import { preconditionFailed } from './errors.ts';
import { sortedJson } from './text/sorted-json.ts';

export interface Preconditions {
  readonly ifMatch: readonly string[];
  readonly ifNoneMatch: readonly string[];
}

/** What has a tag of its own. */
export interface Tagged {
  readonly id?: string | undefined;
  readonly etag?: string | undefined;
}

const TAG = /(?:W\/)?("[^"]*"|[^",\s]+)/g;

/** A header's list of tags, weak marks stripped; `*` stays `*`. */
export const parseTags = (header: string | undefined): string[] =>
  header === undefined ? [] : [...header.matchAll(TAG)].map(([, tag]) => tag ?? '');

const includes = (tags: readonly string[], etag: string): boolean =>
  tags.length > 0 && (tags.includes('*') || tags.includes(etag) || tags.includes(etag.replaceAll('"', '')));

/** True when a read may answer 304. */
export const isUnchanged = (preconditions: Preconditions, etag: string): boolean =>
  includes(preconditions.ifNoneMatch, etag);

/** Throws 412 unless the stored resource is the one the caller means to change. */
export function requireMatch(preconditions: Preconditions, etag: string): void {
  if (preconditions.ifMatch.length > 0 && !includes(preconditions.ifMatch, etag)) throw preconditionFailed();
  if (includes(preconditions.ifNoneMatch, etag)) throw preconditionFailed('If-None-Match');
}

/** 27 characters of base64url in quotes: the tag of a value that has no clock of its own. */
export const hashTag = (value: unknown): string => `"${hash('sha1', sortedJson(value), 'base64url')}"`;

/** `p` and 15 hexadecimal digits in quotes: the tag of a list of events or rules, of what it says and of its rows. */
export const listTag = (head: string, rows: readonly Tagged[]): string => {
  let text = head;
  for (const { id, etag } of rows) text += ` ${id ?? ''} ${etag ?? ''}`;
  return `"p${hash('sha1', text).slice(0, 15)}"`;
};
