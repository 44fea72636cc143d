/** JSON objects of a file, one a line; a document, as an API answers it, becomes the lines of its objects. */
import type { TextInput } from '#lib/books/import/file/encoding';
import { allLines, type JsonObject, type Line, MAX_RECORD_LENGTH } from '#lib/books/import/file/lines';

export const asString = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const asNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
export const asStrings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
export const asObject = (value: unknown): JsonObject | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
export const asObjects = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.map(asObject).filter((item) => item !== undefined) : [];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A list, or a first line that is only the beginning of an object. */
const beginsDocument = (line: string): boolean =>
  /^\s*\[/.test(line) || (/^\s*\{/.test(line) && parsed(line) === undefined);

/** Objects of a list are numbered by their places, from 1. What is no document after all stays as it was. */
function* unfolded(held: readonly Line[]): Generator<Line> {
  const text = held.map((line) => line.text).join('\n');
  const value = parsed(text);
  if (value === undefined) yield* held;
  else for (const [place, item] of [value].flat().entries()) yield { position: place + 1, text: JSON.stringify(item) };
}

export async function* objectLines(input: TextInput): AsyncGenerator<Line> {
  let held: Line[] = [];
  let length = 0;
  let isDocument: boolean | undefined;
  for await (const line of allLines(input)) {
    if (line.text.trim() === '') continue;
    isDocument ??= beginsDocument(line.text);
    if (isDocument) {
      held.push(line);
      length += line.text.length;
    } else yield line;
    if (length < MAX_RECORD_LENGTH) continue;
    // Too long for a document: lines, of which the first is damaged.
    yield* held;
    [held, length, isDocument] = [[], 0, false];
  }
  yield* unfolded(held);
}
