const ASCII = /^[\0-\x7f]*$/;

/**
 * Text in base64url without padding. What is ASCII, as nearly everything is, takes a way without buffers: lists do this
 * for every row.
 */
export function base64Url(text: string): string {
  if (!ASCII.test(text)) return Buffer.from(text).toString('base64url');
  const padded = btoa(text);
  const encoded = padded.slice(0, Math.ceil((text.length * 4) / 3));
  return /[+/]/.test(encoded) ? encoded.replaceAll('+', '-').replaceAll('/', '_') : encoded;
}
