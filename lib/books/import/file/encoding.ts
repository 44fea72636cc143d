/**
 * The bytes of a file as text. A byte order mark decides, then what an XML file declares. Text that says nothing is
 * UTF-8, or windows-1252 where it cannot be that: the two differ in the first accented letter.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { UnusableFile } from './unusable-file.ts';

/** Text in pieces; bytes among them are UTF-8. */
export type TextInput = AsyncIterable<string | Uint8Array>;
export type ByteInput = AsyncIterable<Uint8Array>;

const FALLBACK = 'windows-1252';
/** So much is looked at from the first byte on that is not ASCII. */
const SAMPLE_BYTES = 64 * 1024;

const MARKS: readonly (readonly [encoding: string, ...bytes: number[]])[] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
];

/** A decoder of the Encoding Standard, by any of its labels: https://encoding.spec.whatwg.org/#names-and-labels */
function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    throw new UnusableFile(`The encoding '${label}' is not known; save the file as UTF-8.`);
  }
}

/** What the beginning of a file says about its encoding; undefined when it says nothing. */
export function declaredEncoding(head: Buffer): string | undefined {
  const marked = MARKS.find(([, ...bytes]) => bytes.every((byte, place) => head[place] === byte));
  if (marked !== undefined) return marked[0];
  // The first character of every known format is ASCII.
  if (head[0] !== undefined && head[0] > 0 && head[1] === 0) return 'utf-16le';
  if (head[0] === 0 && (head[1] ?? 0) > 0) return 'utf-16be';
  const [, label] = /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"'>]+)["']/.exec(head.toString('latin1')) ?? [];
  // A declaration that can be read byte by byte is not in UTF-16, whatever it says.
  return label === undefined ? undefined : /^(utf-16|ucs-2|iso-10646-ucs-2)/i.test(label) ? 'utf-8' : label;
}

const SEQUENCE = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;

/** UTF-8 with a damaged character or two is still UTF-8. */
function looksLikeUtf8(sample: Buffer): boolean {
  if (isUtf8(sample)) return true;
  const bytes = sample.toString('latin1');
  const characters = bytes.match(SEQUENCE)?.length ?? 0;
  const strays = bytes.replace(SEQUENCE, '').match(/[\x80-\xff]/g)?.length ?? 0;
  return characters > strays;
}

async function* decodeWith(decoder: TextDecoder, input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const chunk of input) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

async function* decodeUndeclared(input: ByteInput, onFallback: (encoding: string) => void): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let sample = Buffer.alloc(0);
  const decide = (): string => {
    const isUnicode = looksLikeUtf8(sample);
    if (!isUnicode) onFallback(FALLBACK);
    decoder = new TextDecoder(isUnicode ? 'utf-8' : FALLBACK);
    return decoder.decode(sample, { stream: true });
  };
  for await (const chunk of input) {
    if (decoder !== undefined) yield decoder.decode(chunk, { stream: true });
    else if (sample.length === 0 && isAscii(chunk)) yield Buffer.from(chunk).toString('latin1');
    else {
      sample = Buffer.concat([sample, chunk]);
      if (sample.length >= SAMPLE_BYTES) yield decide();
    }
  }
  if (decoder === undefined && sample.length > 0) yield decide();
  if (decoder !== undefined) yield decoder.decode();
}

/** `declared` is a label of the Encoding Standard; without one it is found out, and `onFallback` told if not UTF-8. */
export function decodeText(
  input: ByteInput,
  declared: string | undefined,
  onFallback: (encoding: string) => void,
): AsyncIterable<string> {
  return declared === undefined ? decodeUndeclared(input, onFallback) : decodeWith(decoderOf(declared), input);
}

/** Pieces of text, whatever the pieces were. */
export async function* textOfInput(input: TextInput): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of input) yield typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
