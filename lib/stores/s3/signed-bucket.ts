/** Objects of one bucket, with nothing but signed requests: the whole S3 client would double a function's bundle. */
import { createReadStream, createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { inParallel } from '#lib/api/process/in-parallel';
import type { FileMetadata, Files } from './files.ts';
import { Refused, signedRequests, type BucketOptions } from './signed-requests.ts';
import { uploadParts, type ObjectRequests } from './upload-parts.ts';
import { filesIn, textIn, type StoredFile } from './xml-answers.ts';

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

const headersOf = ({ contentType, contentEncoding, notes = {} }: FileMetadata): Record<string, string> => ({
  'content-type': contentType,
  ...(contentEncoding !== undefined && { 'content-encoding': contentEncoding }),
  ...asHeaders(notes),
});

export function signedBucket(options: BucketOptions): SignedBucket {
  const { send, sendOnly, link, pathOf } = signedRequests(options);
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
    link(key, { contentType, name } = {}, seconds = LINK_SECONDS) {
      const query = {
        ...(contentType !== undefined && { 'response-content-type': contentType }),
        ...(name !== undefined && { 'response-content-disposition': `attachment; filename="${name}"` }),
      };
      return link(key, query, seconds);
    },
  };
}
