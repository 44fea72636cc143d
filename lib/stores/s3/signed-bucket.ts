/** Objects of one bucket, with nothing but signed requests: the whole S3 client would double a function's bundle. */
import { createReadStream, createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { inParallel } from '#lib/api/process/in-parallel';
import { refusalOf } from '#lib/api/process/outgoing-calls';
import { escaped, openSigner, queryText } from '#lib/stores/aws/signer';
import { storageAddress } from './address.ts';
import { exchange } from './exchange.ts';
import type { FileMetadata, Files } from './files.ts';
import { filesIn, textIn, type StoredFile } from './list-answer.ts';
import { refusalToTellMissing } from './missing-object.ts';
import { uploadParts, type ObjectRequests } from './upload-parts.ts';

export interface BucketOptions {
  readonly bucket: string;
  /** Asked with the first request where it is not known from the start. */
  readonly region: string | (() => Promise<string>);
  /** The endpoint of a server other than Amazon's. */
  readonly endpoint?: string | undefined;
}

export interface ByteRange {
  readonly first: number;
  /** Included. */
  readonly last: number;
}

export interface DownloadedAs {
  readonly contentType?: string;
  /** Of the file that a browser makes of it. */
  readonly name?: string;
}

export interface SignedBucket extends Files {
  readonly name: string;
  /** Throws when there is no such object, or it may not be read, or (given an ETag) it has been replaced. */
  open(key: string, etag?: string): Promise<Readable>;
  /** Undefined when there is no such object. Whoever does not read its content ends it: it holds a connection. */
  find(key: string, range?: ByteRange): Promise<FoundObject | undefined>;
  read(key: string, range?: ByteRange): Promise<Buffer | undefined>;
  /** Files below a prefix, as `list` has their keys. */
  files(prefix: string): Promise<StoredFile[]>;
  write(key: string, content: string | Uint8Array, metadata: FileMetadata): Promise<void>;
  /** Uploads what is being made; gives the number of bytes. Readers see all of it or nothing. */
  writeAsItComes(key: string, bytes: AsyncIterable<Uint8Array>, metadata: FileMetadata): Promise<number>;
  removeAll(prefix: string): Promise<void>;
  /**
   * A signed address that needs no token, and works for a minute unless another time is given. Clients drop their token
   * when a redirect leads to another host, and S3 refuses a request that carries both a token and a signature. On one
   * machine the storage has the gateway's own address, so links call it by another name.
   */
  link(key: string, as?: DownloadedAs, seconds?: number): Promise<string>;
  /** ETag and `x-amz-meta-` headers; undefined when there is no such object. */
  describe(key: string): Promise<ObjectDescription | undefined>;
  /**
   * Counts as an upload again, and replaces the metadata. Throws when the object is not the one with this ETag any
   * more.
   */
  touch(key: string, etag: string, metadata: Readonly<Record<string, string>>): Promise<void>;
}

export interface FoundObject {
  readonly bytes: number;
  readonly content: Readable;
}

export interface ObjectDescription {
  readonly etag: string;
  readonly bytes: number;
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

const REMOVED_AT_ONCE = 8;
const READ_BYTES = 1024 * 1024;
/** S3 checks it when the download begins. */
const LINK_SECONDS = 60;

const META = 'x-amz-meta-';
const asHeaders = (metadata: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata).map(([name, value]) => [META + name, value]));

interface Sending {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

const headersOf = ({ contentType, contentEncoding, notes = {} }: FileMetadata): Record<string, string> => ({
  'content-type': contentType,
  ...(contentEncoding !== undefined && { 'content-encoding': contentEncoding }),
  ...asHeaders(notes),
});

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

  async function files(prefix: string): Promise<StoredFile[]> {
    const found: StoredFile[] = [];
    let token: string | undefined;
    do {
      const query = { 'list-type': '2', prefix, ...(token !== undefined && { 'continuation-token': token }) };
      const answer = await text(await send('GET', '', { query }));
      found.push(...filesIn(answer));
      token = textIn(answer, 'NextContinuationToken');
    } while (token !== undefined);
    return found;
  }

  async function find(key: string, range?: ByteRange): Promise<FoundObject | undefined> {
    const headers = range && { range: `bytes=${String(range.first)}-${String(range.last)}` };
    const answer = await send('GET', key, { ...(headers && { headers }) }).catch(unlessMissing);
    return answer && { bytes: Number(answer.headers['content-length'] ?? 0), content: answer };
  }

  async function read(key: string, range?: ByteRange): Promise<Buffer | undefined> {
    const found = await find(key, range);
    return found && buffer(found.content);
  }

  function requestsTo(key: string, metadata: FileMetadata): ObjectRequests {
    const headers = headersOf(metadata);
    return {
      async put(body, query) {
        const sending = query === undefined ? { headers, body } : { query, body };
        return (await sendOnly('PUT', key, sending)).headers.etag ?? '';
      },
      async post(query, body) {
        return text(await send('POST', key, body === undefined ? { headers, query } : { query, body }));
      },
      async abort(query) {
        await sendOnly('DELETE', key, { query });
      },
    };
  }

  return {
    name: options.bucket,
    open,
    files,
    list: async (prefix) => (await files(prefix)).map(({ key }) => key),
    find,
    read,
    async download(key, path) {
      const found = await find(key);
      if (found === undefined) return false;
      await pipeline(found.content, createWriteStream(path));
      return true;
    },
    async write(key, content, metadata) {
      await sendOnly('PUT', key, { headers: headersOf(metadata), body: Buffer.from(content) });
    },
    writeAsItComes: (key, bytes, metadata) => uploadParts(bytes, requestsTo(key, metadata)),
    async upload(key, path, metadata) {
      await uploadParts(createReadStream(path, { highWaterMark: READ_BYTES }), requestsTo(key, metadata));
    },
    async removeAll(prefix) {
      const found = await files(prefix);
      await inParallel(found, REMOVED_AT_ONCE, ({ key }) => sendOnly('DELETE', key));
    },
    async remove(key) {
      await sendOnly('DELETE', key);
    },
    async describe(key) {
      const answer = await sendOnly('HEAD', key).catch(unlessMissing);
      if (answer === undefined) return undefined;
      const { etag = '', 'content-length': bytes, ...headers } = answer.headers;
      const metadata = Object.entries(headers)
        .filter(([name]) => name.startsWith(META))
        .map(([name, value]) => [name.slice(META.length), String(value)] as const);
      return { etag, bytes: Number(bytes ?? 0), metadata: Object.fromEntries(metadata) };
    },
    async touch(key, etag, metadata) {
      const source = {
        'x-amz-copy-source': pathOf(key),
        'x-amz-copy-source-if-match': etag,
        'x-amz-metadata-directive': 'REPLACE',
      };
      await sendOnly('PUT', key, { headers: { ...source, ...asHeaders(metadata) } });
    },
    async link(key, { contentType, name } = {}, seconds = LINK_SECONDS) {
      const refusal = refusalOf('s3', 'GetObject', { Bucket: options.bucket, Key: key });
      if (refusal !== undefined) throw new Refused('GET', key, 403, refusal);
      const { address, basePath, signer } = await (connecting ??= connect());
      const host = address.host.replace(/^127\.0\.0\.1:/, 'localhost:');
      const path = `${basePath}/${pathOf(key)}`;
      const query = {
        ...(contentType !== undefined && { 'response-content-type': contentType }),
        ...(name !== undefined && { 'response-content-disposition': `attachment; filename="${name}"` }),
      };
      return `${address.protocol}//${host}${path}?${await signer.signLink({ host, path, query }, seconds)}`;
    },
  };
}
