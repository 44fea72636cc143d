/**
 * Whether a text looks like a sync token of Google's own: base64 of a Protocol Buffers message that begins with a number
 * in field 1, as `CPDAlvWDx70CEPDAlvWDx70CGAU=`. https://protobuf.dev/programming-guides/encoding/
 */
const BASE64 = /^[\w+/-]{8,2048}={0,2}$/;
/** The first number is a moment in microseconds, which takes eight bytes. */
const LEAST_BYTES = 9;
const MAX_VARINT_BYTES = 10;

/** Where the number that begins here ends, or undefined where there is none. */
function endOfVarint(bytes: Uint8Array, start: number): number | undefined {
  for (let at = start; at < Math.min(bytes.length, start + MAX_VARINT_BYTES); at += 1)
    if ((bytes[at] ?? 0) < 0x80) return at + 1;
  return undefined;
}

/** Lengths are those of short texts: one byte. */
function endOfValue(bytes: Uint8Array, start: number, wireType: number): number | undefined {
  if (wireType === 0) return endOfVarint(bytes, start);
  if (wireType === 1) return start + 8;
  if (wireType === 2) return start + 1 + (bytes[start] ?? Infinity);
  return wireType === 5 ? start + 4 : undefined;
}

export function looksLikeGoogleSyncToken(token: string): boolean {
  if (!BASE64.test(token)) return false;
  const bytes = Buffer.from(token, 'base64');
  if (bytes.length < LEAST_BYTES || bytes[0] !== 0x08) return false;
  let at = 0;
  while (at < bytes.length) {
    const tag = bytes[at] ?? 0;
    const end = tag >= 0x80 || tag < 0x08 ? undefined : endOfValue(bytes, at + 1, tag & 0x07);
    if (end === undefined || end > bytes.length) return false;
    at = end;
  }
  return true;
}
