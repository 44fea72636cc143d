/** @modules own */
import '#test/support/ads/own-bucket';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { OAuth2Client } from 'google-auth-library';
import { Discovery } from 'googleapis-common';
import type * as Service from '#test/support/ads/report-service';
import type { TestGateway } from '#test/support/http/gateway';
import { startProxy, type RecordingProxy } from '#test/support/http/recording-proxy';

const LONG = 'a wide boot '.repeat(90);

interface Report {
  readonly id: string;
  readonly isReportReady: boolean;
  readonly rowCount: number;
  readonly files: readonly { readonly byteCount: string; readonly url: string }[];
}
interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly data: T;
}
type Call = <T>(parameters: object, options?: object) => Promise<Answer<T>>;

let storage: RecordingProxy;
let gateway: TestGateway;
let token: string;
let reports: Readonly<Record<'generate' | 'request' | 'get' | 'getFile', Call>>;
let support: typeof Service;
let service: Service.ReportService;

beforeAll(async () => {
  storage = await startProxy(process.env['AWS_ENDPOINT_URL_S3'] ?? '');
  // Before anything that talks to the storage is loaded.
  process.env['AWS_ENDPOINT_URL_S3'] = storage.endpoint;
  support = await import('#test/support/ads/report-service');
  service = await support.openReportService((world) => ({
    ...world,
    entities: world.entities.map((entity) =>
      entity.level === 'KEYWORD' ? { ...entity, attributes: { ...entity.attributes, keywordText: LONG } } : entity,
    ),
  }));
  const { startGateway } = await import('#test/support/http/gateway');
  gateway = await startGateway();
  token = await gateway.token(service.viewer);
  const auth = new OAuth2Client();
  auth.setCredentials({ access_token: token });
  const found: Record<string, (options: object) => { reports: typeof reports }> = await new Discovery(
    {},
  ).discoverAllAPIs(`${gateway.rootUrl}discovery/v1/apis`);
  const api = found['doubleclicksearch']?.({ version: 'v2', auth, retry: false });
  if (api === undefined) throw new Error('The directory does not list the service.');
  ({ reports } = api);
});
afterAll(async () => {
  await gateway.stop();
  await storage.stop();
});

async function made(fields: object): Promise<Report> {
  const { data } = await reports.request<Report>({ requestBody: support.keywordReport(service.world, fields) });
  await support.pollOnce();
  return (await reports.get<Report>({ reportId: data.id })).data;
}

describe("Google's client", () => {
  test('ADS-28 generates', async () => {
    const { data } = await reports.generate<{ rows: Record<string, unknown>[] }>({
      requestBody: support.accountReport(service.world),
    });

    expect(data.rows.map((row) => row['accountId'])).toEqual([...service.world.accountIds]);
  });

  test('ADS-36, ADS-37 orders, polls and fetches; a plain GET of the url with the token gives the same bytes', async () => {
    const ordered = await reports.request<Report>({
      requestBody: support.keywordReport(service.world, {
        columns: [{ columnName: 'keywordId' }, { columnName: 'clicks' }],
      }),
    });
    const { id } = ordered.data;
    expect((await reports.get<Report>({ reportId: id })).status).toBe(202);
    await support.pollOnce();
    const { status, data } = await reports.get<Report>({ reportId: id });
    expect(status).toBe(200);

    const fetched = await reports.getFile<string>({ reportId: id, reportFragment: 0 });

    expect(fetched.headers.get('content-type')).toBe('text/csv; charset=UTF-8');
    expect(fetched.data.split('\n')[0]).toBe('keywordId,clicks');
    expect(fetched.data.trimEnd().split('\n')).toHaveLength(data.rowCount + 1);
    expect(Buffer.byteLength(fetched.data)).toBe(Number(data.files[0]?.byteCount));
    expect(data.files[0]?.url).toContain(gateway.rootUrl);
    const plain = await fetch(data.files[0]?.url ?? '', {
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
    });
    expect(plain.headers.get('content-length')).toBe(data.files[0]?.byteCount);
    expect(await plain.text()).toBe(fetched.data);
  });

  test('ADS-40 meets a report that is not there as 404', async () => {
    await expect(reports.get({ reportId: 'AAAnOdc9I_GnxAB0' })).rejects.toMatchObject({ status: 404 });
  });

  test('a file larger than any answer of a function arrives whole, and the token stays with us', async () => {
    const columns = Array.from({ length: 250 }, (_, index) => ({
      columnName: 'keywordText',
      headerText: `text ${String(index)}`,
    }));
    const { id, files } = await made({ columns: [{ columnName: 'keywordId' }, ...columns] });
    const size = Number(files[0]?.byteCount);
    expect(size).toBeGreaterThan(6 * 1024 * 1024);
    const before = storage.requests.length;

    const { data, headers } = await reports.getFile<string>({ reportId: id, reportFragment: 0 });

    expect(Buffer.byteLength(data)).toBe(size);
    expect(headers.get('content-type')).toContain('text/csv');
    expect(data.split('\n')[1]).toContain(LONG.slice(0, 50));
    const downloads = storage.requests.slice(before).filter(({ url }) => url.includes('X-Amz-Signature'));
    expect(downloads).toHaveLength(1);
    expect(JSON.stringify(downloads)).not.toContain(token);

    // A client that cannot follow reads it in parts from our own address.
    const parts: Buffer[] = [];
    for (let first = 0; first < size; first += 4_000_000) {
      const part = await fetch(files[0]?.url ?? '', {
        redirect: 'error',
        headers: { authorization: `Bearer ${token}`, range: `bytes=${String(first)}-${String(first + 3_999_999)}` },
      });
      expect({ status: part.status, range: part.headers.get('content-range') }).toEqual({
        status: 206,
        range: `bytes ${String(first)}-${String(Math.min(first + 3_999_999, size - 1))}/${String(size)}`,
      });
      parts.push(Buffer.from(await part.arrayBuffer()));
    }
    const digest = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
    expect(digest(Buffer.concat(parts))).toBe(digest(data));
  });
});
