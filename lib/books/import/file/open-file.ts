/** Opens a file of any kind: unpacks it, sees which format it is in, and gives its bytes or its text. */
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type ByteInput, declaredEncoding, decodeText } from './encoding.ts';
import { detectFormat, type Format } from './formats.ts';

const SNIFFED_BYTES = 8192;

export interface OpenedFile {
  /** Undefined when it is not recognised. */
  readonly format: Format | undefined;
  /** Unpacked. */
  readonly bytes: Readable;
  /** The bytes decoded; `onNote` is told when that took a guess. */
  text(onNote?: (note: string) => void): AsyncIterable<string>;
}

/** Reads at least so many bytes ahead, and gives them with a stream that begins with them. */
async function peek(input: Readable, bytes: number): Promise<{ head: Buffer; stream: Readable }> {
  const iterator = input[Symbol.asyncIterator]();
  const read: Buffer[] = [];
  let length = 0;
  while (length < bytes) {
    const { value, done } = (await iterator.next()) as IteratorResult<Buffer, undefined>;
    if (done === true) break;
    read.push(value);
    length += value.length;
  }
  const rest = async function* (): AsyncGenerator<Buffer> {
    yield* read;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value as Buffer;
  };
  return { head: Buffer.concat(read), stream: Readable.from(rest(), { objectMode: false }) };
}

/** `encoding` overrides what the file says about itself. */
export async function openFile(input: Readable, encoding?: string): Promise<OpenedFile> {
  const packed = await peek(input, 2);
  const isGzip = packed.head[0] === 0x1f && packed.head[1] === 0x8b;
  const plain = isGzip ? packed.stream.pipe(createGunzip()) : packed.stream;
  if (isGzip) packed.stream.once('error', (error) => plain.destroy(error));
  const { head, stream } = await peek(plain, SNIFFED_BYTES);
  const declared = encoding ?? declaredEncoding(head);
  const isWide = declared?.startsWith('utf-16') === true;
  return {
    format: detectFormat(isWide ? new TextDecoder(declared).decode(head) : head.toString('utf8')),
    bytes: stream,
    text: (onNote) =>
      decodeText(stream as ByteInput, declared, (guessed) => {
        onNote?.(`The text is not UTF-8; it was read as ${guessed} (Latin-1).`);
      }),
  };
}
