/** Objects of one bucket, with nothing but signed requests: the whole S3 client would double a function's bundle. */
import { createWriteStream, openAsBlob } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { inParallel } from '#lib/api/process/in-parallel';
import { refusalOf } from '#lib/api/process/outgoing-calls';
import { escaped, openSigner, queryText } from '#lib/stores/aws/signer';
import { storageAddress } from './address.ts';
import { exchange } from './exchange.ts';
import type { FileMetadata, Files } from './files.ts';
import { refusalToTellMissing } from './missing-object.ts';

export interface BucketOptions {
  readonly bucket: string;
  /** Asked with the first request where it is not known from the start. */
  readonly region: string | (() => Promise<string>);
  /** The endpoint of a server other than Amazon's. */
  readonly endpoint?: string | undefined;
}

export interface SignedBucket extends Files {
  /** Throws when there is no such object, or it may not be read, or (given an ETag) it has been replaced. */
  open(key: string, etag?: string): Promise<Readable>;
  write(key: string, content: string, metadata: FileMetadata): Promise<void>;
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

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof Refused && error.status === 404)) throw error;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescaped = (xml: string): string =>
  xml.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex?: string, decimal?: string, name = '') =>
    hex === undefined && decimal === undefined
      ? (ENTITIES[String(name)] ?? all)
      : String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
  );
const textsIn = (xml: string, element: string): string[] =>
  [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text = '']) => unescaped(text));

const META = 'x-amz-meta-';
const asHeaders = (metadata: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata).map(([name, value]) => [META + name, value]));

interface Sending {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

const headersOf = ({ contentType, contentEncoding }: FileMetadata): Record<string, string> => ({
  'content-type': contentType,
  ...(contentEncoding !== undefined && { 'content-encoding': contentEncoding }),
});

/** Larger files are uploaded in parts: S3 requires it from 5 GB on, other servers much earlier. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 3;

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

const statusOf = ({ statusCode = 0 }: IncomingMessage): number => statusCode;
const MAX_ATTEMPTS = 4;

/** Retries when the connection or the storage fails; every request here may safely be sent twice. */
async function sendPatiently(send: () => Promise<IncomingMessage>): Promise<IncomingMessage> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send().catch((error: unknown) => {
      if (attempt === MAX_ATTEMPTS) throw error;
      return undefined;
    });
    if (answer !== undefined && (statusOf(answer) < 500 || attempt === MAX_ATTEMPTS)) return answer;
    answer?.destroy();
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 100 * 2 ** attempt));
  }
}

/** The name of a request among S3's calls. */
function callOf(method: string, query: Readonly<Record<string, string>>, copied: string | undefined): string {
  if (query['list-type'] !== undefined) return 'ListObjectsV2';
  if (method === 'GET' || method === 'HEAD') return 'GetObject';
  if (method === 'DELETE') return query['uploadId'] === undefined ? 'DeleteObject' : 'AbortMultipartUpload';
  return copied === undefined ? 'PutObject' : 'CopyObject';
}

export function signedBucket(options: BucketOptions): SignedBucket {
  const connect = async () => {
    const region = typeof options.region === 'string' ? options.region : await options.region();
    const address = options.endpoint === undefined ? storageAddress(region) : new URL(options.endpoint);
    return { address, basePath: address.pathname.replace(/\/$/, ''), signer: openSigner({ service: 's3', region }) };
  };
  let connecting: ReturnType<typeof connect> | undefined;
  const pathOf = (key: string): string => `${options.bucket}/${key.split('/').map(escaped).join('/')}`;

  async function send(
    method: string,
    key: string,
    { headers = {}, query = {}, body }: Sending = {},
  ): Promise<IncomingMessage> {
    const copied = headers['x-amz-copy-source'];
    const refusal = refusalOf('s3', callOf(method, query, copied), {
      Bucket: options.bucket,
      Key: key,
      ...(copied !== undefined && { CopySource: copied }),
      ...(query['prefix'] !== undefined && { Prefix: query['prefix'] }),
    });
    if (refusal !== undefined) throw new Refused(method, key, 403, refusal);
    const { address, basePath, signer } = await (connecting ??= connect());
    const path = `${basePath}/${pathOf(key)}`;
    const search = queryText(query);
    const signed = await signer.sign({ method, host: address.host, path, query, headers, body });
    const answer = await sendPatiently(() =>
      exchange({ method, address, path: search === '' ? path : `${path}?${search}`, headers: signed, body }),
    );
    const status = statusOf(answer);
    if (status >= 200 && status < 300) return answer;
    const told = await text(answer);
    const hidden = status === 404 ? refusalToTellMissing({ Bucket: options.bucket, Key: key }) : undefined;
    throw hidden === undefined ? new Refused(method, key, status, told) : new Refused(method, key, 403, hidden);
  }

  /** An answer without a body that anybody reads; its connection is free again. */
  async function sendOnly(...request: Parameters<typeof send>): Promise<IncomingMessage> {
    return (await send(...request)).resume();
  }

  const open = (key: string, etag?: string): Promise<Readable> =>
    send('GET', key, etag === undefined ? {} : { headers: { 'if-match': etag } });

  return {
    open,
    async list(prefix) {
      const keys: string[] = [];
      let token: string | undefined;
      do {
        const query = { 'list-type': '2', prefix, ...(token !== undefined && { 'continuation-token': token }) };
        const answer = await text(await send('GET', '', { query }));
        keys.push(...textsIn(answer, 'Key'));
        [token] = textsIn(answer, 'NextContinuationToken');
      } while (token !== undefined);
      return keys;
    },
    async download(key, path) {
      const content = await open(key).catch(unlessMissing);
      if (content === undefined) return false;
      await pipeline(content, createWriteStream(path));
      return true;
    },
    async write(key, content, metadata) {
      await sendOnly('PUT', key, { headers: headersOf(metadata), body: Buffer.from(content) });
    },
    async upload(key, path, metadata) {
      const file = await openAsBlob(path);
      const [first, ...others] = partsOf(file);
      const headers = headersOf(metadata);
      if (first !== undefined && others.length === 0) {
        await sendOnly('PUT', key, { headers, body: await first.content.bytes() });
        return;
      }
      const begun = await text(await send('POST', key, { headers, query: { uploads: '' } }));
      const uploadId = /<UploadId>([^<]+)</.exec(begun)?.[1] ?? '';
      const etags = await inParallel(partsOf(file), PARTS_AT_ONCE, async ({ number, content }) => {
        const { headers: told } = await sendOnly('PUT', key, {
          query: { partNumber: String(number), uploadId },
          body: await content.bytes(),
        });
        return told.etag ?? '';
      });
      // S3 says 200 before it has put the parts together, and may still fail.
      const done = await text(await send('POST', key, { query: { uploadId }, body: completion(etags) }));
      if (done.includes('<Error>')) throw new Error(`S3 could not put ${key} together: ${done.slice(0, 500)}`);
    },
    async remove(key) {
      await sendOnly('DELETE', key);
    },
    async describe(key) {
      const answer = await sendOnly('HEAD', key).catch(unlessMissing);
      if (answer === undefined) return undefined;
      const { etag = '', ...headers } = answer.headers;
      const metadata = Object.entries(headers)
        .filter(([name]) => name.startsWith(META))
        .map(([name, value]) => [name.slice(META.length), String(value)] as const);
      return { etag, metadata: Object.fromEntries(metadata) };
    },
    async touch(key, etag, metadata) {
      const source = {
        'x-amz-copy-source': pathOf(key),
        'x-amz-copy-source-if-match': etag,
        'x-amz-metadata-directive': 'REPLACE',
      };
      await sendOnly('PUT', key, { headers: { ...source, ...asHeaders(metadata) } });
    },
  };
}
