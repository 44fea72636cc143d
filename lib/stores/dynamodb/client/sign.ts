/**
 * Signs requests to DynamoDB: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 * All have the same form, so this takes a quarter of the time of a signer for any request.
 */
import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

export interface Unsigned {
  readonly host: string;
  readonly region: string;
  /** `DynamoDB_20120810.GetItem` */
  readonly target: string;
  readonly body: string;
}

const CONTENT_TYPE = 'application/x-amz-json-1.0';
const hmac = (key: string | Buffer | KeyObject, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** The key is the same for a day. Made once, it takes a fifth of the time of one that is made for every request. */
let last: { readonly of: string; readonly key: KeyObject } | undefined;
function keyOf({ secretAccessKey }: Credentials, day: string, region: string): KeyObject {
  const of = `${secretAccessKey}\0${day}\0${region}`;
  if (last?.of === of) return last.key;
  const bytes = [region, 'dynamodb', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${secretAccessKey}`, day));
  const key = createSecretKey(bytes);
  last = { of, key };
  return key;
}

/** The headers of a signed request. */
export function signedHeaders(
  { host, region, target, body }: Unsigned,
  credentials: Credentials,
  now: Date,
): Record<string, string> {
  const at = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = at.slice(0, 8);
  const { accessKeyId, sessionToken } = credentials;
  const headers: Record<string, string> = {
    'content-type': CONTENT_TYPE,
    host,
    'x-amz-date': at,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
    'x-amz-target': target,
  };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = `POST\n/\n\n${lines.join('')}\n${names}\n${hash('sha256', body)}`;
  const scope = `${day}/${region}/dynamodb/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${at}\n${scope}\n${hash('sha256', canonical)}`;
  const signature = hmac(keyOf(credentials, day, region), text).toString('hex');
  headers['authorization'] =
    `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return headers;
}
