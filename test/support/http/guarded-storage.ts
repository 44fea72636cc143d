/**
 * Stands in front of the storage for functions in processes of their own, and refuses what the role of the one that
 * signed does not allow.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { refusalOf } from '#lib/api/process/outgoing-calls';
import { asFunction } from '#lib/local/lambda/iam/enforce';
import { refusalToTellMissing } from '#lib/stores/s3/missing-object';
import { forwardRequest } from './forward-request.ts';
import { listen } from './listen.ts';

export interface GuardedStorage {
  readonly endpoint: string;
  stop(): Promise<void>;
}

interface S3Call {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const CREDENTIAL = /(?:Credential=|^)([^/,\s]+)\//;

/** In the header, or in a signed link. */
function signerOf({ authorization = '' }: IncomingMessage['headers'], query: URLSearchParams): string {
  return CREDENTIAL.exec(query.get('X-Amz-Credential') ?? authorization)?.[1] ?? '';
}

const keysIn = (body: Buffer): { Key: string }[] =>
  [...body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, Key = '']) => ({ Key }));

/** `https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations.html`, those that our functions may come to use. */
function callIn(method: string, url: URL, copied: string | undefined, body: Buffer | undefined): S3Call {
  const [, Bucket = '', ...path] = url.pathname.split('/');
  const query = url.searchParams;
  const Key = path.map(decodeURIComponent).join('/');
  if (Key === '' && body !== undefined)
    return { name: 'DeleteObjects', input: { Bucket, Delete: { Objects: keysIn(body) } } };
  if (Key === '') return { name: 'ListObjectsV2', input: { Bucket, Prefix: query.get('prefix') ?? '' } };
  if (method === 'DELETE')
    return { name: query.has('uploadId') ? 'AbortMultipartUpload' : 'DeleteObject', input: { Bucket, Key } };
  if (method === 'GET' || method === 'HEAD') return { name: 'GetObject', input: { Bucket, Key } };
  return copied === undefined
    ? { name: 'PutObject', input: { Bucket, Key } }
    : { name: 'CopyObject', input: { Bucket, Key, CopySource: copied } };
}

function refuse(response: ServerResponse, message: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>${message}</Message></Error>`;
  response.writeHead(403, { 'content-type': 'application/xml', connection: 'close' }).end(body);
}

/** `prefix` is how the names of the stage's functions begin; who has another name is the operator. */
export async function guardStorage(target: string, prefix: string): Promise<GuardedStorage> {
  async function isMissing(url: URL): Promise<boolean> {
    const { status } = await fetch(new URL(url.pathname, target), { method: 'HEAD' });
    return status === 404;
  }

  async function refusalFor(call: S3Call, url: URL): Promise<string | undefined> {
    const refusal = refusalOf('s3', call.name, call.input);
    if (refusal !== undefined || call.name !== 'GetObject' || !(await isMissing(url))) return refusal;
    return refusalToTellMissing(call.input as { Bucket: string; Key: string });
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = incoming;
    const url = new URL(incoming.url ?? '/', target);
    const signer = signerOf(headers, url.searchParams);
    const body = url.searchParams.has('delete') ? await buffer(incoming) : undefined;
    const copied = headers['x-amz-copy-source'];
    const call = callIn(method, url, typeof copied === 'string' ? copied : undefined, body);
    const refusal = signer.startsWith(prefix)
      ? await asFunction(signer.slice(prefix.length), () => refusalFor(call, url))
      : undefined;
    if (refusal === undefined) forwardRequest(incoming, outgoing, target, body);
    else refuse(outgoing, refusal);
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const { url, stop } = await listen(server);
  return { endpoint: url, stop };
}
