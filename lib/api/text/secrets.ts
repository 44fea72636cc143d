/** Secrets of 256 random bits, of which only a hash is kept: a plain one, since nobody can search so many. */
import { hash, timingSafeEqual } from 'node:crypto';

const HEX_CHARACTERS = 64;

/** What random ids are made of. */
interface RandomHex {
  hex(characters: number): string;
}

export const newSecret = (ids: RandomHex, prefix = ''): string =>
  prefix + Buffer.from(ids.hex(HEX_CHARACTERS), 'hex').toString('base64url');

export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url');

/** Takes as long for a text that is nearly right as for one that is not. */
export const isSameText = (a: string, b: string): boolean =>
  timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));
