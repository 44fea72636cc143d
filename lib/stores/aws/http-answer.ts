/** Reads an answer of an HTTP/1.1 server from the pieces in which it arrives: https://www.rfc-editor.org/rfc/rfc9112 */

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  /** Whether the connection can be used again. */
  readonly staysOpen: boolean;
}

/** The length of a body in bytes, or how its end is known. */
type BodyLength = number | 'chunked' | 'until the end';

interface Head {
  readonly status: number;
  readonly bodyLength: BodyLength;
  readonly staysOpen: boolean;
}

const MAX_HEAD_BYTES = 64 * 1024;
const STATUS_LINE = /^HTTP\/1\.([01]) (\d{3})/;
const CONTENT_LENGTH = /\r\ncontent-length:[ \t]*(\d+)[ \t]*(?:\r\n|$)/i;
const CHUNKED = /\r\ntransfer-encoding:[^\r\n]*chunked/i;
const CLOSES = /\r\nconnection:[^\r\n]*close/i;
const CHUNK_SIZE = /^[0-9a-f]{1,8}(?=$|[ \t;])/i;

const malformed = (what: string): Error => new Error(`The server answers with ${what}.`);

function readHead(text: string): Head {
  const [, minor, status] = STATUS_LINE.exec(text) ?? [];
  if (status === undefined) throw malformed('something that is not HTTP');
  const [, contentLength] = CONTENT_LENGTH.exec(text) ?? [];
  const bodyLength = CHUNKED.test(text)
    ? 'chunked'
    : contentLength === undefined
      ? 'until the end'
      : Number(contentLength);
  return {
    status: Number(status),
    bodyLength,
    staysOpen: minor === '1' && bodyLength !== 'until the end' && !CLOSES.test(text),
  };
}

const NOTHING = Buffer.alloc(0);
const joined = ([first = NOTHING, ...rest]: readonly Buffer[]): Buffer =>
  rest.length === 0 ? first : Buffer.concat([first, ...rest]);

/** One answer; a new reader for each. */
export class AnswerReader {
  #head: Head | undefined;
  /** Before the head is known, all that has come; of chunks, those whose end has not come yet. */
  #open: Buffer = NOTHING;
  #body: Buffer[] = [];
  #bytes = 0;

  /** Takes the next piece; answers when it was the last. */
  add(piece: Buffer): HttpAnswer | undefined {
    if (this.#head !== undefined) return this.#addToBody(this.#head, piece);
    this.#open = this.#open.length === 0 ? piece : Buffer.concat([this.#open, piece]);
    for (;;) {
      const end = this.#open.indexOf('\r\n\r\n');
      if (end > MAX_HEAD_BYTES || (end < 0 && this.#open.length > MAX_HEAD_BYTES)) throw malformed('endless headers');
      if (end < 0) return undefined;
      const head = readHead(this.#open.toString('latin1', 0, end));
      const rest = this.#open.subarray(end + 4);
      this.#open = rest;
      // What is answered before the answer itself says nothing to us.
      if (head.status < 200) continue;
      this.#head = head;
      this.#open = NOTHING;
      return this.#addToBody(head, rest);
    }
  }

  /** The connection has ended; undefined when that cuts the answer off. */
  end(): HttpAnswer | undefined {
    return this.#head?.bodyLength === 'until the end' ? this.#answer(this.#head) : undefined;
  }

  #addToBody(head: Head, piece: Buffer): HttpAnswer | undefined {
    const { bodyLength } = head;
    if (bodyLength === 'chunked') return this.#addToChunks(head, piece);
    const missing = bodyLength === 'until the end' ? Infinity : bodyLength - this.#bytes;
    this.#body.push(piece.length > missing ? piece.subarray(0, missing) : piece);
    this.#bytes += piece.length;
    return piece.length < missing ? undefined : this.#answer(head, piece.length > missing);
  }

  #addToChunks(head: Head, piece: Buffer): HttpAnswer | undefined {
    let open = this.#open.length === 0 ? piece : Buffer.concat([this.#open, piece]);
    for (;;) {
      const lineEnd = open.indexOf('\r\n');
      if (lineEnd < 0) break;
      const [digits] = CHUNK_SIZE.exec(open.toString('latin1', 0, lineEnd)) ?? [];
      if (digits === undefined) throw malformed('a chunk without a size');
      const size = Number.parseInt(digits, 16);
      // Trailers, if there are any, end with an empty line like headers.
      if (size === 0) {
        const end = open.indexOf('\r\n\r\n', lineEnd);
        if (end >= 0) return this.#answer(head, open.length > end + 4);
        break;
      }
      const [from, to] = [lineEnd + 2, lineEnd + 2 + size];
      if (open.length < to + 2) break;
      this.#body.push(open.subarray(from, to));
      open = open.subarray(to + 2);
    }
    this.#open = open;
    return undefined;
  }

  /** A connection that brings more than its answer is not used again. */
  #answer({ status, staysOpen }: Head, hasMore = false): HttpAnswer {
    return { status, text: joined(this.#body).toString(), staysOpen: staysOpen && !hasMore };
  }
}
