/**
 * Cuts an XML file into its records by their tags alone, before any of it is parsed: whatever is wrong inside one
 * record ends with it. A record whose end tag is missing ends where the next one begins.
 */
import { type TextInput, textOfInput } from '#lib/books/import/file/encoding';
import { MAX_RECORD_LENGTH } from '#lib/books/import/file/lines';

export interface XmlPiece {
  /** Where it begins in the file, from 1. */
  readonly line: number;
  readonly text: string;
  readonly problem?: string;
}

/** A comment that has not ended by then is a mistake. */
const MAX_COMMENT_LENGTH = 1024 * 1024;
const ENDS: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>' };
/** A record of OAI-PMH has the record of the library inside. */
const IS_ENVELOPE = /<(?:[\w.-]+:)?metadata[\s>]/i;

const linesIn = (text: string): number => {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
};

/** Longer ones are no tags of a record. */
const MAX_TAG_LENGTH = 64 * 1024;

class XmlScanner {
  readonly #tag: RegExp;
  /** What is not dropped or put aside yet. */
  #buffer = '';
  /** Up to here the buffer is scanned. */
  #at = 0;
  /** The line of the buffer's first character. */
  #line = 1;
  /** The record that has begun: its line, and what was put aside of it. */
  #open: { readonly line: number; readonly parts: string[] } | undefined;
  #envelopes = 0;

  constructor(recordName: string) {
    this.#tag = new RegExp(String.raw`<!--|<!\[CDATA\[|<(/?)(?:[\w.-]+:)?${recordName}(?=[\s/>])[^<>]*>`, 'gi');
  }

  /** The records that end in what was read so far. */
  *take(text: string, isAtEnd = false): Generator<XmlPiece> {
    this.#buffer += text;
    for (let match = this.#next(); match !== null; match = this.#next()) {
      const [tag, slash] = match;
      const close = ENDS[tag];
      if (close !== undefined) {
        const end = this.#buffer.indexOf(close, this.#tag.lastIndex);
        if (end < 0 && !isAtEnd && this.#buffer.length - match.index < MAX_COMMENT_LENGTH) {
          this.#at = match.index;
          break;
        }
        this.#at = end < 0 ? this.#tag.lastIndex : end + close.length;
        continue;
      }
      this.#at = this.#tag.lastIndex;
      if (slash === '/') yield* this.#ended();
      else yield* this.#began(match.index, tag.endsWith('/>'));
    }
    if (isAtEnd) this.#at = this.#buffer.length;
    if (isAtEnd && this.#open !== undefined) yield this.#piece(this.#at, 'The file ends inside this record.');
    else this.#putAside(this.#at);
  }

  #next(): RegExpExecArray | null {
    this.#tag.lastIndex = this.#at;
    const match = this.#tag.exec(this.#buffer);
    if (match !== null) return match;
    // The beginning of a tag, perhaps.
    const tail = Math.max(this.#at, this.#buffer.length - MAX_TAG_LENGTH);
    const opening = this.#buffer.lastIndexOf('<');
    this.#at = opening >= tail && !this.#buffer.includes('>', opening) ? opening : this.#buffer.length;
    return null;
  }

  *#began(index: number, isEmpty: boolean): Generator<XmlPiece> {
    if (this.#open !== undefined && IS_ENVELOPE.test(this.#open.parts.join('') + this.#buffer.slice(0, index)))
      this.#envelopes += 1;
    else if (this.#open !== undefined) yield this.#piece(index, 'The record does not end before the next one begins.');
    this.#open = undefined;
    this.#putAside(index);
    this.#open = { line: this.#line, parts: [] };
    if (isEmpty) yield this.#piece(this.#at);
  }

  *#ended(): Generator<XmlPiece> {
    if (this.#open !== undefined) yield this.#piece(this.#at);
    else if (this.#envelopes > 0) this.#envelopes -= 1;
    else yield this.#piece(this.#at, 'A record ends here that has no beginning.');
  }

  /** Ends the open record there. */
  #piece(end: number, problem?: string): XmlPiece {
    this.#putAside(end);
    const { line, parts } = this.#open ?? { line: this.#line, parts: [] };
    this.#open = undefined;
    return { line, text: parts.join(''), ...(problem !== undefined && { problem }) };
  }

  /** The beginning of the buffer belongs to the open record; where none is open, nobody needs it. */
  #putAside(until: number): void {
    const done = this.#buffer.slice(0, until);
    if (until > 0) this.#open?.parts.push(done);
    this.#line += linesIn(done);
    this.#buffer = this.#buffer.slice(until);
    this.#at = Math.max(0, this.#at - until);
  }
}

/** The records of a file as text, in order. */
export async function* xmlPieces(input: TextInput, recordName: string): AsyncGenerator<XmlPiece> {
  const scanner = new XmlScanner(recordName);
  let [read, unread] = [0, 0];
  for await (const text of textOfInput(input)) {
    unread += text.length;
    for (const piece of scanner.take(text)) {
      unread = 0;
      read += 1;
      yield piece;
    }
    if (unread > MAX_RECORD_LENGTH) throw new Error(`Record ${String(read + 1)} is longer than 16 million characters.`);
  }
  yield* scanner.take('', true);
}
