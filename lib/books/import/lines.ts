/** Lines of a text file, numbered from 1. */
import type { Readable } from 'node:stream';
import { isWholeText } from '#lib/api/text/whole-text';

export interface Line {
  readonly position: number;
  readonly text: string;
}

/** Longer ones are no records of a library: a small packed file can hold gigabytes of one character. */
export const MAX_RECORD_LENGTH = 16 * 1024 * 1024;

async function* linesOf(input: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of input) {
    const [first = '', ...lines] = decoder.decode(chunk as Uint8Array, { stream: true }).split('\n');
    rest += first;
    if (rest.length > MAX_RECORD_LENGTH) throw new Error('A line is longer than 16 million characters.');
    const last = lines.pop();
    if (last === undefined) continue;
    yield rest;
    yield* lines;
    rest = last;
  }
  yield rest + decoder.decode();
}

/** Blank lines are counted and left out. What breaks the stream breaks the loop over its lines. */
export async function* numberedLines(input: Readable): AsyncGenerator<Line> {
  let position = 0;
  for await (const text of linesOf(input)) {
    position += 1;
    if (text.trim() !== '') yield { position, text: text.replace(/\r$/, '') };
  }
}

/** The JSON object of a line, or why there is none. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'The line is not a JSON object.';
    return isWholeText(text, value)
      ? (value as Record<string, unknown>)
      : 'The line has half of a character in it: one of two surrogates is missing.';
  } catch (error) {
    return `The line is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}
