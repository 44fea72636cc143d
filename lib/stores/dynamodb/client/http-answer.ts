/** Reads one answer of HTTP/1.1 from a connection: https://www.rfc-editor.org/rfc/rfc9112 */

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  /** Whether the server keeps the connection for another request. */
  readonly keepsOpen: boolean;
}

interface Head {
  readonly status: number;
  readonly keepsOpen: boolean;
  /** Where the body begins. */
  readonly bodyAt: number;
  /** Undefined: the body ends with the connection. */
  readonly length: number | 'chunked' | undefined;
}

/** As much as Node's own client takes. */
const MAX_HEAD_BYTES = 16 * 1024;
const EMPTY = Buffer.alloc(0);
const CHUNKS_END = '0\r\n\r\n';

const malformed = (what: string): Error => new Error(`The database's answer is not HTTP/1.1: ${what}.`);

/** Undefined while lines are missing. */
function readHead(bytes: Buffer): Head | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0 && bytes.length > MAX_HEAD_BYTES) throw malformed('its head has no end');
  if (end < 0) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const [, minor, status] = /^HTTP\/1\.([01]) ([1-5]\d\d)/.exec(head) ?? [];
  if (status === undefined) throw malformed('it has no status');
  const [, length] = /\r\ncontent-length:[ \t]*(\d+)/i.exec(head) ?? [];
  const isChunked = /\r\ntransfer-encoding:[ \t]*chunked/i.test(head);
  return {
    status: Number(status),
    keepsOpen: minor === '1' && !/\r\nconnection:[ \t]*close/i.test(head),
    bodyAt: end + 4,
    length: isChunked ? 'chunked' : length === undefined ? undefined : Number(length),
  };
}

/** The body of a chunked answer without trailers; undefined while some of it is missing. */
function joinChunks(bytes: Buffer, from: number): Buffer | undefined {
  if (bytes.toString('latin1', bytes.length - CHUNKS_END.length) !== CHUNKS_END) return undefined;
  const parts: Buffer[] = [];
  for (let at = from; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (!(size >= 0)) throw malformed('a chunk has no size');
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}

/** Takes the bytes of one answer as they come. */
export class HttpAnswerReader {
  #parts: Buffer[] = [];
  #size = 0;
  #head: Head | undefined;

  /** The answer, once all of it is there. */
  add(bytes: Buffer): HttpAnswer | undefined {
    this.#parts.push(bytes);
    this.#size += bytes.length;
    this.#head ??= this.#findHead();
    if (this.#head === undefined) return undefined;
    const { length, bodyAt } = this.#head;
    if (length === 'chunked') return this.#answer(this.#head, joinChunks(this.#joined(), bodyAt));
    if (length === undefined || this.#size < bodyAt + length) return undefined;
    if (this.#size > bodyAt + length) throw malformed('it is longer than announced');
    return this.#answer(this.#head, this.#joined().subarray(bodyAt));
  }

  /** The connection has ended, and with it an answer that has no length. */
  end(): HttpAnswer | undefined {
    if (this.#head === undefined || this.#head.length !== undefined) return undefined;
    return this.#answer({ ...this.#head, keepsOpen: false }, this.#joined().subarray(this.#head.bodyAt));
  }

  #joined(): Buffer {
    if (this.#parts.length > 1) this.#parts = [Buffer.concat(this.#parts)];
    return this.#parts[0] ?? EMPTY;
  }

  /** Skips what servers may say before the answer itself: `100 Continue`. */
  #findHead(): Head | undefined {
    for (;;) {
      const bytes = this.#joined();
      const head = readHead(bytes);
      if (head === undefined || head.status >= 200) return head;
      this.#parts = [bytes.subarray(head.bodyAt)];
      this.#size -= head.bodyAt;
    }
  }

  #answer({ status, keepsOpen }: Head, body: Buffer | undefined): HttpAnswer | undefined {
    return body && { status, keepsOpen, text: body.toString() };
  }
}
