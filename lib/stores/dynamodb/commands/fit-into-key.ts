/**
 * Partition keys have 2048 bytes at most, sort keys 1024. Of a text that is too long a key holds the beginning and a
 * digest.
 */
import { hash } from 'node:crypto';

const DIGEST_BYTES = 65;
const MAX_CHARACTER_BYTES = 3;

/** Never cuts a surrogate pair in half. */
const beginning = (text: string, length: number): string => text.slice(0, length).toWellFormed();

export const fitIntoKey = (text: string, longestBytes = 700): string =>
  text.length * MAX_CHARACTER_BYTES <= longestBytes || Buffer.byteLength(text) <= longestBytes
    ? text
    : `${beginning(text, Math.floor((longestBytes - DIGEST_BYTES) / MAX_CHARACTER_BYTES))}.${hash('sha256', text)}`;
