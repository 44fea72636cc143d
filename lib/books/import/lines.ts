/** Lines of a text file, numbered from 1. */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export interface Line {
  readonly position: number;
  readonly text: string;
}

/** Blank lines are counted and left out. */
export async function* numberedLines(input: Readable): AsyncGenerator<Line> {
  let position = 0;
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    position += 1;
    if (text.trim() !== '') yield { position, text };
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
