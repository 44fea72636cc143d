/**
 * What no key, condition or index needs of an item, as one attribute with JSON. The SDK's codec visits every attribute
 * and every level of a map; with one text it takes half the processor time of a list of events. Numbers keep all digits
 * of a double, which attributes of the type N do not.
 *
 * Items of versions before 0.3 hold a map instead; whoever reads them gets it as it is.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { requestTooLarge } from '#lib/api/errors';

/**
 * Longer texts are deflated. At 1,000 characters this takes 40 µs to write and 15 µs to read, and halves what is stored:
 * one unit less in the table and in each index. Shorter ones fit into one unit anyway.
 */
const MIN_DEFLATED = 1_000;

/**
 * As much as an item holds without being deflated. Text that repeats itself shrinks a thousandfold: without a limit,
 * a few small items would fill the memory of whoever reads them.
 */
const MAX_BYTES = 400 * 1024;

// A plain array, as the SDK gives it back: writes that are repeated compare what they find with what they sent.
const packText = (text: string, minDeflated: number): string | Uint8Array =>
  text.length < minDeflated ? text : Uint8Array.from(deflateRawSync(text));

/** The attribute that holds a value. */
export function packBody(value: object, minDeflated = MIN_DEFLATED): string | Uint8Array {
  const text = JSON.stringify(value);
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BYTES) throw requestTooLarge(new Error(`${String(bytes)} bytes in one item.`));
  return packText(text, minDeflated);
}

/** The same of what was stored before, however large. */
export const packFormerBody = (value: object): string | Uint8Array => packText(JSON.stringify(value), MIN_DEFLATED);

/** An attribute that `packBody` made; a map where an earlier version wrote it. */
export type Body = string | Uint8Array | object;

const isBytes = (body: unknown): body is Uint8Array => ArrayBuffer.isView(body);
const inflated = (bytes: Uint8Array): string => inflateRawSync(bytes).toString();

/** A stream hands bytes over as base64 where Lambda reads it, and no base64 begins like an object. */
export function unpackBody<T extends object>(body: Body): T {
  if (isBytes(body)) return JSON.parse(inflated(body)) as T;
  if (typeof body !== 'string') return body as T;
  return JSON.parse(body.startsWith('{') ? body : inflated(Buffer.from(body, 'base64'))) as T;
}

/** Whether an earlier version wrote it. */
export const isFormerBody = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && !isBytes(body);
