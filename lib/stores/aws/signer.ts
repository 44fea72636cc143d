/**
 * Signs requests of any form: those to S3, OpenSearch and Secrets Manager. Amazon's own signer loads 300 KB of code where
 * it is not bundled; `sign.ts` signs what is sent all the time.
 */
import { hash } from 'node:crypto';
import { ownCredentials } from './credentials.ts';
import { authorizationOf, scopeOf, signatureFor, timestampOf, type Credentials } from './sign.ts';

export interface SignerOptions {
  /** `s3` */
  readonly service: string;
  readonly region: string;
  readonly credentials?: () => Promise<Credentials>;
}

export interface Unsigned {
  readonly method: string;
  readonly host: string;
  /** Escaped, as it is sent. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

export interface Signer {
  /** All headers of the request. */
  sign(request: Unsigned, now?: Date): Promise<Record<string, string>>;
  /** The query of an address that needs no headers: whoever has it may read, for so many seconds. */
  signLink(link: Pick<Unsigned, 'host' | 'path' | 'query'>, seconds: number, now?: Date): Promise<string>;
}

/** As https://www.rfc-editor.org/rfc/rfc3986 wants it: more than `encodeURIComponent` escapes. */
export const escaped = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** A query as it is signed, and sent. */
export const queryText = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => [escaped(name), escaped(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

const UNSIGNED = 'UNSIGNED-PAYLOAD';

/** S3 takes a path as it is; other services escape it once more. */
const canonicalPath = (path: string, service: string): string =>
  service === 's3' ? path : path.split('/').map(escaped).join('/');

export function openSigner({ service, region, credentials: known = ownCredentials }: SignerOptions): Signer {
  return {
    async sign({ method, host, path, query = {}, headers = {}, body = '' }, now = new Date()) {
      const credentials = await known();
      const all: Record<string, string> = {
        ...headers,
        host,
        'x-amz-content-sha256': hash('sha256', body),
        'x-amz-date': timestampOf(now),
        ...(credentials.sessionToken !== undefined && { 'x-amz-security-token': credentials.sessionToken }),
      };
      const sorted = Object.keys(all).sort();
      const lines = sorted.map((name) => `${name}:${(all[name] ?? '').trim().replaceAll(/\s+/g, ' ')}\n`).join('');
      const names = sorted.join(';');
      const canonical = `${method}\n${canonicalPath(path, service)}\n${queryText(query)}\n${lines}\n${names}\n${all['x-amz-content-sha256'] ?? ''}`;
      return { ...all, authorization: authorizationOf(canonical, { service, region, credentials, now, names }) };
    },

    async signLink({ host, path, query = {} }, seconds, now = new Date()) {
      const signing = { service, region, credentials: await known(), now };
      const { accessKeyId, sessionToken } = signing.credentials;
      const search = queryText({
        ...query,
        'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
        'X-Amz-Content-Sha256': UNSIGNED,
        'X-Amz-Credential': `${accessKeyId}/${scopeOf(signing)}`,
        'X-Amz-Date': timestampOf(now),
        'X-Amz-Expires': String(seconds),
        'X-Amz-SignedHeaders': 'host',
        ...(sessionToken !== undefined && { 'X-Amz-Security-Token': sessionToken }),
      });
      const canonical = `GET\n${canonicalPath(path, service)}\n${search}\nhost:${host}\n\nhost\n${UNSIGNED}`;
      return `${search}&X-Amz-Signature=${signatureFor(canonical, signing)}`;
    },
  };
}
