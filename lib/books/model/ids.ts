/** Ids that are computed, so that importing or signing in again finds the same ones. */
import { hash } from 'node:crypto';

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

/** 11 characters of base64: 66 bits over a representation. The same fields in another order have another tag. */
export const representationTag = (representation: object): string =>
  hash('sha256', JSON.stringify(representation), 'base64').slice(0, 11);
