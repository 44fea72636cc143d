/** Lines of a text file, numbered from 1. */
import type { Readable } from 'node:stream';

export interface Line {
  readonly position: number;
  readonly text: string;
}

async function* linesOf(input: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of input) {
    const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
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
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : 'The line is not a JSON object.';
  } catch (error) {
    return `The line is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}
