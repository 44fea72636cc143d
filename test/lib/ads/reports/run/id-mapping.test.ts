import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import type { Entity } from '#lib/ads/model/entity';
import type { Grant } from '#lib/ads/model/grant';
import { idMappingFile } from '#lib/ads/reports/run/id-mapping';
import type { ReportStores } from '#lib/ads/reports/run/stores';
import type { SomeStores } from '#test/support/ads/local-warehouse';

const CSV = 'text/csv; charset=UTF-8';
const GRANTS: Grant[] = [{ subject: 'ann@example.com', agencyId: '1', role: 'READ' }];
const TEXT = 'Entity Type,Legacy IDs,New IDs\nCUSTOMER,1,2\n';
const VARY = 'Origin, X-Origin, Referer, Accept-Encoding';

interface Asking {
  readonly encoding?: string;
  readonly isHead?: boolean;
  readonly url?: string;
  readonly gzip?: Buffer | undefined;
  readonly agencyId?: string;
  readonly grants?: Grant[];
  readonly isThere?: boolean;
}

async function ask({
  encoding,
  isHead = false,
  url = '/doubleclicksearch/v2/idmapping',
  agencyId = '1',
  grants = GRANTS,
  isThere = true,
  ...file
}: Asking) {
  const gzip = 'gzip' in file ? file.gzip : gzipSync(TEXT);
  const reply = { status: 200, headers: {} as Record<string, string> };
  const stores = {
    grants: { listFor: () => Promise.resolve(grants) },
    entities: { find: () => Promise.resolve({ legacy: { agencyId: '1', advertiserId: '2' } } as Entity) },
    idMappings: {
      find: () =>
        Promise.resolve(
          isThere
            ? {
                gzip,
                bytes: (coding: string) => Promise.resolve(coding === 'gzip' ? 5 : 50),
                link: (coding: string) => Promise.resolve(`https://bucket.example/${coding}`),
              }
            : undefined,
        ),
    },
  } as SomeStores<ReportStores>;
  const asked = {
    caller: { email: 'ann@example.com' },
    reply,
    request: {
      isHead,
      url,
      rootUrl: 'https://ads.example/',
      headers: encoding === undefined ? {} : { 'accept-encoding': encoding },
    },
    stores,
  } as Parameters<typeof idMappingFile>[1];
  const answer = await idMappingFile({ agencyId, advertiserId: '2' }, asked);
  return { ...reply, answer };
}

describe('the table of ids', () => {
  test.each(['gzip', 'deflate, GZIP;q=0.5', 'br, gzip'])(
    'goes out compressed to a client with %s',
    async (encoding) => {
      const { answer, headers } = await ask({ encoding });

      expect(headers).toEqual({ vary: VARY, 'content-encoding': 'gzip' });
      expect(answer).toEqual({ contentType: CSV, body: gzipSync(TEXT) });
    },
  );

  test.each([undefined, 'identity', 'gzip;q=0', 'gzip; q=0.0', 'xgzip'])('is plain text with %s', async (encoding) => {
    const { answer, headers } = await ask({ ...(encoding !== undefined && { encoding }) });

    expect(headers).toEqual({ vary: VARY });
    expect(answer).toEqual({ contentType: CSV, body: TEXT });
  });

  test.each([
    ['gzip', 'gzip', '5'],
    ['identity', 'identity', '50'],
  ])(
    'too large for an answer, %s is fetched from the storage, and HEAD learns the length',
    async (encoding, coding, bytes) => {
      const large = { encoding, gzip: undefined };

      expect(await ask(large)).toEqual({
        status: 302,
        headers: { vary: VARY, location: `https://bucket.example/${coding}` },
        answer: { contentType: CSV, body: '' },
      });
      expect(await ask({ ...large, isHead: true })).toEqual({
        status: 200,
        headers: { vary: VARY, ...(coding === 'gzip' && { 'content-encoding': 'gzip' }), 'content-length': bytes },
        answer: { contentType: CSV, body: '' },
      });
    },
  );

  test('small as it is compressed, a text may be too large', async () => {
    expect(await ask({ gzip: gzipSync('x'.repeat(5_000_001)) })).toMatchObject({ status: 302 });
    expect(await ask({ gzip: gzipSync('"'.repeat(4_000_000)) })).toMatchObject({ status: 302 });
    expect(await ask({ gzip: gzipSync('x'.repeat(5_000_000)) })).toMatchObject({ status: 200 });
    await expect(ask({ gzip: Buffer.from('no gzip') })).rejects.toThrow('incorrect header check');
  });

  test('of an advertiser without one is the header alone', async () => {
    expect((await ask({ isThere: false })).answer).toEqual({
      contentType: CSV,
      body: 'Entity Type,Legacy IDs,New IDs\n',
    });
  });

  test('is an empty resource where JSON is asked for', async () => {
    expect((await ask({ url: '/idmapping?alt=json' })).answer).toEqual({});
    expect((await ask({ url: '/idmapping?alt=media' })).answer).toMatchObject({ body: TEXT });
  });

  test('is for those who may see the advertiser, under its agency', async () => {
    await expect(ask({ agencyId: '9' })).rejects.toMatchObject({ code: 404 });
    await expect(ask({ grants: [] })).rejects.toMatchObject({ code: 403 });
    await expect(ask({ grants: [], url: '/idmapping?alt=json' })).rejects.toMatchObject({ code: 403 });
  });
});
