const DIGITS = '0123456789abcdefghijklmnopqrstuv';

/** A character of base32hex for each byte, out of its lower five bits. */
export function base32Hex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += DIGITS.charAt(byte & 31);
  return text;
}
