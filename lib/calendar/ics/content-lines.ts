/** The lines of an iCalendar file: unfolds long lines, nests components, and records the line where each begins. */

export interface Block {
  /** `VEVENT`, in upper case. */
  readonly name: string;
  /** Where it begins in the file; the first line is 1. */
  readonly line: number;
  /** Unfolded, from BEGIN to END. */
  readonly lines: readonly string[];
}

/** A text, or a function that reads it piece by piece; it may be called more than once. */
export type FileText = string | (() => AsyncIterable<string>);

const EDGE = /^(?:BEGIN:\s*([\w-]+)|END:\s*([\w-]+))\s*$/iu;
const ABOUT_FILE = /^X-WR-/iu;
/** Far more than an event can hold: a component without an end must not fill the memory. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/** Reads a file in pieces of any length. Several calendars in one file count as one. */
export class BlockReader {
  /** Unfolded lines of VCALENDAR itself that describe the file. */
  readonly properties: string[] = [];
  readonly #lineEnd = /\r\n|\n|\r/gu;
  /** A carriage return at the end of a piece: the line feed may come with the next. */
  #held = '';
  /** The text after the last line end. */
  #rest = '';
  #lineNumber = 0;
  /** A line that the next one may continue. */
  #folded: { text: string; readonly line: number } | undefined;
  #open: { readonly name: string; readonly line: number; readonly lines: string[] } | undefined;
  #depth = 0;
  #characters = 0;

  /** The components that end in this piece. */
  *read(piece: string): Generator<Block> {
    const whole = this.#held + piece;
    this.#held = whole.endsWith('\r') ? '\r' : '';
    const text = whole.slice(0, whole.length - this.#held.length);
    let at = 0;
    this.#lineEnd.lastIndex = 0;
    for (let found = this.#lineEnd.exec(text); found !== null; found = this.#lineEnd.exec(text)) {
      const line = this.#rest + text.slice(at, found.index);
      this.#rest = '';
      at = this.#lineEnd.lastIndex;
      const block = this.#physicalLine(line);
      if (block !== undefined) yield block;
    }
    if (this.#rest.length <= MAX_CHARACTERS) this.#rest += text.slice(at);
  }

  /** The components that end with the file. */
  *end(): Generator<Block> {
    const block = this.#physicalLine(this.#rest);
    if (block !== undefined) yield block;
    const last = this.#folded === undefined ? undefined : this.#contentLine(this.#folded.text, this.#folded.line);
    if (last !== undefined) yield last;
  }

  /** A component without an end, and where it begins. */
  get unfinished(): Pick<Block, 'name' | 'line'> | undefined {
    return this.#open;
  }

  #physicalLine(withValues: string): Block | undefined {
    this.#lineNumber += 1;
    const part = this.#lineNumber === 1 ? withValues.replace(/^\uFEFF/u, '') : withValues;
    const before = this.#folded;
    if (before !== undefined && (part.startsWith(' ') || part.startsWith('\t'))) {
      if (before.text.length <= MAX_CHARACTERS) before.text += part.slice(1);
      return undefined;
    }
    if (part.trim() === '') return undefined;
    this.#folded = { text: part, line: this.#lineNumber };
    return before === undefined ? undefined : this.#contentLine(before.text, before.line);
  }

  #contentLine(content: string, line: number): Block | undefined {
    const [, begun, ended] = EDGE.exec(content) ?? [];
    const [begins, ends] = [begun?.toUpperCase(), ended?.toUpperCase()];
    if (begins === 'VCALENDAR' || ends === 'VCALENDAR') return undefined;
    if (this.#open === undefined) {
      if (begins === undefined) {
        if (ABOUT_FILE.test(content)) this.properties.push(content);
        return undefined;
      }
      this.#open = { name: begins, line, lines: [] };
      this.#characters = 0;
    }
    this.#characters += content.length;
    if (this.#characters <= MAX_CHARACTERS) this.#open.lines.push(content);
    this.#depth += (begins === undefined ? 0 : 1) - (ends === undefined ? 0 : 1);
    if (this.#depth > 0) return undefined;
    const block = this.#open;
    this.#open = undefined;
    // It has no end, so reading it fails and it is refused.
    return block;
  }
}

export function* blocksOf(text: string, reader: BlockReader): Generator<Block> {
  yield* reader.read(text);
  yield* reader.end();
}

/** The same for a text that comes piece by piece. */
export async function* blocksIn(text: FileText, reader: BlockReader): AsyncGenerator<Block> {
  if (typeof text === 'string') {
    for (const block of blocksOf(text, reader)) yield block;
    return;
  }
  // Not `yield*`, which takes three promises for each block here.
  for await (const piece of text()) for (const block of reader.read(piece)) yield block;
  for (const block of reader.end()) yield block;
}
