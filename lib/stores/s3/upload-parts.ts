/** Uploads content as it comes, part by part: S3 requires parts from 5 GB on, other servers much earlier. */
import { inParallel } from '#lib/api/process/in-parallel';
import { textIn } from './xml-answers.ts';

const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 3;

type Query = Readonly<Record<string, string>>;

/** The requests to one object; each throws when it is refused. */
export interface ObjectRequests {
  /** The whole object without a query, else a part. Gives its ETag. */
  put(body: Uint8Array, query?: Query): Promise<string>;
  /** Gives the answer. */
  post(query: Query, body?: Uint8Array): Promise<string>;
  abort(query: Query): Promise<void>;
}

/** At least one, which may be empty. */
async function* partsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  let parts = 0;
  for await (const chunk of bytes) {
    for (let from = 0; from < chunk.length;) {
      const piece = chunk.subarray(from, from + PART_BYTES - size);
      chunks.push(piece);
      size += piece.length;
      from += piece.length;
      if (size < PART_BYTES) continue;
      yield Buffer.concat(chunks, size);
      [chunks, size, parts] = [[], 0, parts + 1];
    }
  }
  if (size > 0 || parts === 0) yield Buffer.concat(chunks, size);
}

function completion(etags: readonly string[]): Uint8Array {
  const parts = etags.map(
    (etag, index) => `<Part><PartNumber>${String(index + 1)}</PartNumber><ETag>${etag}</ETag></Part>`,
  );
  return Buffer.from(
    `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`,
  );
}

/** Sends the parts, a few at once; gives their ETags in order. */
async function sendParts(parts: AsyncIterator<Uint8Array>, send: ObjectRequests, uploadId: string): Promise<string[]> {
  const etags: string[] = [];
  let taken = 0;
  let hasFailed = false;
  await inParallel(Array.from({ length: PARTS_AT_ONCE }), PARTS_AT_ONCE, async () => {
    try {
      while (!hasFailed) {
        const { value, done } = await parts.next();
        if (done === true) return;
        taken += 1;
        const number = taken;
        etags[number - 1] = await send.put(value, { partNumber: String(number), uploadId });
      }
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  });
  return etags;
}

async function* joined<T>(first: readonly T[], rest: AsyncIterator<T>): AsyncGenerator<T> {
  yield* first;
  for (;;) {
    const { value, done } = await rest.next();
    if (done === true) return;
    yield value;
  }
}

/** Readers see all of it or nothing. Gives the number of bytes. */
export async function uploadParts(bytes: AsyncIterable<Uint8Array>, send: ObjectRequests): Promise<number> {
  let total = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      total += chunk.length;
      yield chunk;
    }
  }
  const parts = partsOf(counted());
  try {
    const [first, second] = [await parts.next(), await parts.next()];
    if (second.done === true) {
      await send.put(first.value as Uint8Array);
      return total;
    }
    const uploadId = textIn(await send.post({ uploads: '' }), 'UploadId') ?? '';
    try {
      const etags = await sendParts(joined([first.value as Uint8Array, second.value], parts), send, uploadId);
      // S3 says 200 before it has put the parts together, and may still fail.
      const done = await send.post({ uploadId }, completion(etags));
      if (done.includes('<Error>')) throw new Error(`S3 could not put the parts together: ${done.slice(0, 500)}`);
    } catch (error) {
      // What is left is removed by a rule of the bucket.
      await send.abort({ uploadId }).catch(() => undefined);
      throw error;
    }
    return total;
  } finally {
    await parts.return(undefined);
  }
}
