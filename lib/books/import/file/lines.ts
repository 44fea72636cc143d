/** Lines of a text file, numbered from 1. */
import { isWholeText } from '#lib/api/text/whole-text';
import { type TextInput, textOfInput } from './encoding.ts';

export interface Line {
  readonly position: number;
  readonly text: string;
}

/** Longer ones are no records of a library: a small packed file can hold gigabytes of one character. */
export const MAX_RECORD_LENGTH = 16 * 1024 * 1024;

/** Every line, also blank ones, without what ends it. What breaks the stream breaks the loop over its lines. */
export async function* allLines(input: TextInput): AsyncGenerator<Line> {
  let position = 0;
  let rest = '';
  const line = (text: string): Line => {
    position += 1;
    return { position, text: text.endsWith('\r') ? text.slice(0, -1) : text };
  };
  for await (const chunk of textOfInput(input)) {
    const [first = '', ...lines] = chunk.split('\n');
    rest += first;
    if (rest.length > MAX_RECORD_LENGTH) throw new Error('A line is longer than 16 million characters.');
    const last = lines.pop();
    if (last === undefined) continue;
    yield line(rest);
    for (const text of lines) yield line(text);
    rest = last;
  }
  if (rest !== '') yield line(rest);
}

/** Blank lines are counted and left out. */
export async function* numberedLines(input: TextInput): AsyncGenerator<Line> {
  for await (const line of allLines(input)) if (line.text.trim() !== '') yield line;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** The JSON object of a line, or why there is none. */
export function parseObject(text: string): JsonObject | string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'The line is not a JSON object.';
    return isWholeText(text, value)
      ? (value as JsonObject)
      : 'The line has half of a character in it: one of two surrogates is missing.';
  } catch (error) {
    return `The line is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}
