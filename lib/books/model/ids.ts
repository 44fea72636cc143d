/** Ids that are computed, so that importing or signing in again finds the same ones. */
import { hash } from 'node:crypto';
import { sortedJson } from '#lib/api/text/sorted-json';

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
const salted = (name: string, attempt: number): string => (attempt === 0 ? name : `${name}#${String(attempt)}`);

/**
 * 12 characters of base64url for a record of a source; a higher attempt is taken when the id belongs to another record.
 */
export const volumeId = (sourceKey: string, attempt = 0): string =>
  digest(salted(sourceKey, attempt)).subarray(0, 9).toString('base64url');

export const isVolumeId = (text: string): boolean => /^[\w-]{12}$/.test(text);

/** 20 decimal digits for a person, as clients expect of a user id. */
export const userIdFor = (email: string, attempt = 0): string => {
  const number = digest(salted(`user:${email}`, attempt)).readBigUInt64BE() % 10n ** 19n;
  return `1${String(number).padStart(19, '0')}`;
};

export const isUserId = (text: string): boolean => /^\d{1,21}$/.test(text);

/** 11 characters of base64: 64 bits over a representation. */
export const representationTag = (representation: unknown): string =>
  digest(sortedJson(representation)).subarray(0, 8).toString('base64').replace('=', '');
