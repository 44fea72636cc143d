/** What fits into the answer of a Lambda function, which travels as JSON: quotes and line ends count twice there. */

/** Lambda's limit, with room for the headers. */
const MAX_BYTES = 6 * 1024 * 1024 - 64 * 1024;
/** A shorter text cannot pass the limit, whatever it is made of. */
const SURELY_FITS = MAX_BYTES / 6;

export const fitsAnAnswer = (text: string): boolean =>
  text.length < SURELY_FITS || Buffer.byteLength(JSON.stringify(text)) < MAX_BYTES;
/** Bytes travel as base64. */
export const MAX_BINARY_BYTES = Math.floor((MAX_BYTES * 3) / 4);
