/** Which format a file is in, seen from its beginning. */
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

export const FORMATS = ['openlibrary', 'csv', 'marcxml', 'onix', 'library'] as const;
export type Format = (typeof FORMATS)[number];

const SNIFFED_BYTES = 8192;

/** Reads at least so many bytes ahead, and gives them with a stream that begins with them. */
async function peek(input: Readable, bytes: number): Promise<{ head: Buffer; stream: Readable }> {
  const iterator = input[Symbol.asyncIterator]();
  const read: Buffer[] = [];
  let isAtEnd = false;
  while (!isAtEnd && Buffer.concat(read).length < bytes) {
    const { value, done } = (await iterator.next()) as IteratorResult<Buffer, undefined>;
    if (done === true) isAtEnd = true;
    else read.push(value);
  }
  const rest = async function* (): AsyncGenerator<Buffer> {
    yield* read;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value as Buffer;
  };
  return { head: Buffer.concat(read), stream: Readable.from(rest(), { objectMode: false }) };
}

/** The text of a file, unpacked when it is gzip, and the format of that text. */
export async function openText(input: Readable): Promise<{ stream: Readable; format: Format | undefined }> {
  const packed = await peek(input, 2);
  const isGzip = packed.head[0] === 0x1f && packed.head[1] === 0x8b;
  const plain = isGzip ? packed.stream.pipe(createGunzip()) : packed.stream;
  if (isGzip) packed.stream.once('error', (error) => plain.destroy(error));
  const { head, stream } = await peek(plain, SNIFFED_BYTES);
  return { stream, format: detectFormat(head.toString('utf8')) };
}

export function detectFormat(beginning: string): Format | undefined {
  const text = beginning.replace(/^\ufeff/, '').trimStart();
  if (text.startsWith('<')) {
    if (/<ONIXMessage\b/i.test(text)) return 'onix';
    return /MARC21\/slim|<(?:\w+:)?(?:collection|record)\b/.test(text) ? 'marcxml' : undefined;
  }
  const [firstLine = ''] = text.split('\n');
  if (/^\/type\/\w+\t/.test(firstLine)) return 'openlibrary';
  if (firstLine.startsWith('{'))
    return /"\/type\/\w+"|"key"\s*:\s*"\/books\//.test(firstLine) ? 'openlibrary' : 'library';
  return /(^|[,"])title([,"\r]|$)/i.test(firstLine) ? 'csv' : undefined;
}
