/** A file of the upstream, part by part: no part is larger than what a function may answer. */
import { createHash } from 'node:crypto';
import type { AskUpstream } from './upstream.ts';

const PART_BYTES = 4 * 1024 * 1024;

export interface FetchedFile {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Known when all bytes were read. */
  sha256(): string;
}

/** `bytes 0-99/1000` */
const totalIn = (range: string | undefined): number => Number(/\/(\d+)$/.exec(range ?? '')?.[1]);

/** Throws, while it is read, when the upstream fails or the file changes. */
export function fetchFile(path: string, email: string, ask: AskUpstream): FetchedFile {
  const hash = createHash('sha256');
  async function* parts(): AsyncGenerator<Uint8Array> {
    let [read, total, etag] = [0, Infinity, undefined as string | undefined];
    while (read < total) {
      const range = `bytes=${String(read)}-${String(read + PART_BYTES - 1)}`;
      const { status, headers, body } = await ask({ method: 'GET', path, headers: { range } }, email);
      if (status !== 206 && !(status === 200 && read === 0))
        throw new Error(`the upstream answered ${String(status)} to ${path}`);
      const all = status === 200 ? body.length : totalIn(headers['content-range']);
      const isSame = read === 0 || (all === total && headers['etag'] === etag);
      if (Number.isNaN(all) || !isSame || (body.length === 0 && all > 0)) throw new Error(`${path} is not whole`);
      [read, total, etag] = [read + body.length, all, headers['etag']];
      hash.update(body);
      yield body;
    }
  }
  return { bytes: parts(), sha256: () => hash.digest('hex') };
}
