/** Objects of one bucket, with nothing but signed requests: the whole S3 client would double a function's bundle. */
import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { inParallel } from '#lib/api/process/in-parallel';
import { refusalOf } from '#lib/api/process/outgoing-calls';
import { openSigner } from '#lib/stores/aws/signer';
import { requestParts } from '#lib/stores/request-parts';
import { refusalToTellMissing } from './missing-object.ts';

export interface BucketOptions {
  readonly bucket: string;
  readonly region: string;
  /** The endpoint of a server other than Amazon's. */
  readonly endpoint?: string | undefined;
}

export interface SignedBucket {
  /** Throws when there is no such object, or it may not be read, or (given an ETag) it has been replaced. */
  open(key: string, etag?: string): Promise<Readable>;
  /** Readers see all of the file or nothing. */
  upload(key: string, path: string, contentType: string): Promise<void>;
  remove(key: string): Promise<void>;
  /** ETag and `x-amz-meta-` headers; undefined when there is no such object. */
  describe(key: string): Promise<ObjectDescription | undefined>;
  /**
   * Counts as an upload again, and replaces the metadata. Throws when the object is not the one with this ETag any
   * more.
   */
  touch(key: string, etag: string, metadata: Readonly<Record<string, string>>): Promise<void>;
}

export interface ObjectDescription {
  readonly etag: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** S3 refused a request. */
export class Refused extends Error {
  readonly status: number;

  constructor(method: string, key: string, status: number, text: string) {
    super(`S3 answered ${method} ${key} with ${String(status)}: ${text.slice(0, 500)}`);
    this.status = status;
  }
}

const META = 'x-amz-meta-';
const addressOf = ({ region, endpoint }: BucketOptions): string =>
  endpoint ?? `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
const asHeaders = (metadata: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata).map(([name, value]) => [META + name, value]));

interface Sending {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** Larger files are uploaded in parts: S3 requires it from 5 GB on, other servers much earlier. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 3;

const sha256Of = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex');
const partsOf = (file: Blob): { number: number; content: Blob }[] =>
  Array.from({ length: Math.max(1, Math.ceil(file.size / PART_BYTES)) }, (_, index) => ({
    number: index + 1,
    content: file.slice(index * PART_BYTES, (index + 1) * PART_BYTES),
  }));
const completion = (etags: readonly string[]): Uint8Array => {
  const parts = etags.map(
    (etag, index) => `<Part><PartNumber>${String(index + 1)}</PartNumber><ETag>${etag}</ETag></Part>`,
  );
  return new TextEncoder().encode(
    `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`,
  );
};

const MAX_ATTEMPTS = 4;

/** Retries when the connection or the storage fails; every request here may safely be sent twice. */
async function fetchPatiently(send: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send().catch((error: unknown) => {
      if (attempt === MAX_ATTEMPTS) throw error;
      return undefined;
    });
    if (answer !== undefined && (answer.status < 500 || attempt === MAX_ATTEMPTS)) return answer;
    await answer?.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 100 * 2 ** attempt));
  }
}

/** The name of a request among S3's calls. */
function callOf(method: string, query: Readonly<Record<string, string>>, copied: string | undefined): string {
  if (method === 'GET' || method === 'HEAD') return 'GetObject';
  if (method === 'DELETE') return query['uploadId'] === undefined ? 'DeleteObject' : 'AbortMultipartUpload';
  return copied === undefined ? 'PutObject' : 'CopyObject';
}

export function signedBucket(options: BucketOptions): SignedBucket {
  const signer = openSigner({ service: 's3', region: options.region, uriEscapePath: false });
  const pathOf = (key: string): string => `${options.bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;

  async function send(
    method: string,
    key: string,
    { headers = {}, query = {}, body }: Sending = {},
  ): Promise<Response> {
    const copied = headers['x-amz-copy-source'];
    const refusal = refusalOf('s3', callOf(method, query, copied), {
      Bucket: options.bucket,
      Key: key,
      ...(copied !== undefined && { CopySource: copied }),
    });
    if (refusal !== undefined) throw new Refused(method, key, 403, refusal);
    const url = new URL(
      `${addressOf(options).replace(/\/$/, '')}/${pathOf(key)}?${new URLSearchParams(query).toString()}`,
    );
    const signed = await signer.sign({
      ...requestParts(method, url, query),
      headers: { ...headers, host: url.host, 'x-amz-content-sha256': sha256Of(body ?? new Uint8Array()) },
    });
    const answer = await fetchPatiently(() =>
      fetch(url, { method, headers: signed.headers, ...(body !== undefined && { body: Buffer.from(body) }) }),
    );
    const hidden = answer.status === 404 ? refusalToTellMissing({ Bucket: options.bucket, Key: key }) : undefined;
    if (hidden !== undefined) throw new Refused(method, key, 403, hidden);
    if (!answer.ok) throw new Refused(method, key, answer.status, await answer.text());
    return answer;
  }

  return {
    async open(key, etag) {
      const { body } = await send('GET', key, etag === undefined ? {} : { headers: { 'if-match': etag } });
      return Readable.fromWeb((body ?? new ReadableStream()) as ReadableStream);
    },
    async upload(key, path, contentType) {
      const file = await openAsBlob(path);
      const [first, ...others] = partsOf(file);
      const headers = { 'content-type': contentType };
      if (first !== undefined && others.length === 0) {
        await send('PUT', key, { headers, body: await first.content.bytes() });
        return;
      }
      const begun = await (await send('POST', key, { headers, query: { uploads: '' } })).text();
      const uploadId = /<UploadId>([^<]+)</.exec(begun)?.[1] ?? '';
      const etags = await inParallel(partsOf(file), PARTS_AT_ONCE, async ({ number, content }) => {
        const answer = await send('PUT', key, {
          query: { partNumber: String(number), uploadId },
          body: await content.bytes(),
        });
        return answer.headers.get('etag') ?? '';
      });
      // S3 says 200 before it has put the parts together, and may still fail.
      const done = await (await send('POST', key, { query: { uploadId }, body: completion(etags) })).text();
      if (done.includes('<Error>')) throw new Error(`S3 could not put ${key} together: ${done.slice(0, 500)}`);
    },
    async remove(key) {
      await send('DELETE', key);
    },
    async describe(key) {
      const answer = await send('HEAD', key).catch((error: unknown) => {
        if (error instanceof Refused && error.status === 404) return undefined;
        throw error;
      });
      if (answer === undefined) return undefined;
      const { headers } = answer;
      const metadata = [...headers]
        .filter(([name]) => name.startsWith(META))
        .map(([name, value]) => [name.slice(META.length), value]);
      return { etag: headers.get('etag') ?? '', metadata: Object.fromEntries(metadata) as Record<string, string> };
    },
    async touch(key, etag, metadata) {
      const source = {
        'x-amz-copy-source': pathOf(key),
        'x-amz-copy-source-if-match': etag,
        'x-amz-metadata-directive': 'REPLACE',
      };
      await send('PUT', key, { headers: { ...source, ...asHeaders(metadata) } });
    },
  };
}
