const DIGITS = '0123456789abcdefghijklmnopqrstuv';

/** A character of base32hex for each byte, out of its lower five bits. */
export const base32Hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => DIGITS.charAt(byte & 31)).join('');
