/** AWS's Signature Version 4, worked out from its description with nothing but hashes: what a domain checks. */
import { createHash, createHmac } from 'node:crypto';

export interface SignedRequest {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

const AUTHORIZATION = /Credential=[^/]+\/(?<scope>[^,]+), SignedHeaders=(?<names>[^,]+), Signature=(?<signature>\w+)$/;

/** Whether the request was signed with this secret, for the service and region that its credential names. */
export function isSigned({ method, url, headers, body }: SignedRequest, secret: string): boolean {
  const { scope = '', names = '', signature } = AUTHORIZATION.exec(headers['authorization'] ?? '')?.groups ?? {};
  const { pathname, searchParams } = new URL(url, 'http://any');
  const query = [...searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).toSorted();
  const path = pathname.split('/').map(encoded).join('/');
  const signed = names.split(';').map((name) => `${name}:${(headers[name] ?? '').trim()}\n`);
  const canonical = [method, path, query.join('&'), signed.join(''), names, sha256(body)].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'] ?? '', scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((known, part) => hmac(known, part), `AWS4${secret}`);
  return hmac(key, text).toString('hex') === signature;
}
