import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { handler } from '#functions/ads/reports/index';
import { idMappingKey } from '#lib/ads/import/warehouse-keys';
import { config } from '#lib/runtime/process/config';
import { advertising } from '#test/support/ads/advertising';
import { useAdvertising } from '#test/support/ads/use-advertising';
import { requestsTo } from '#test/support/ask';
import { objects } from '#test/support/http/objects';
import { someone } from '#test/support/people';

const ask = requestsTo(handler);
const CSV = 'Entity Type,Legacy IDs,New IDs\nCUSTOMER,"{""agencyId"":""1""}","{""customerId"":""2""}"\n';

const world = useAdvertising();
const put = (Key: string, Body: Buffer) => objects.send(new PutObjectCommand({ Bucket: config.bucket, Key, Body }));
/** As an import leaves it. */
const keep = (advertiserId: string, text: string) =>
  Promise.all([
    put(idMappingKey(advertiserId, 'gzip'), gzipSync(text)),
    put(idMappingKey(advertiserId, 'identity'), Buffer.from(text)),
  ]);

beforeAll(async () => {
  await keep(world.accounts[0].advertiserId, CSV);
});

const get = (
  query = '',
  headers: Record<string, string> = {},
  advertiserId = world.accounts[0].advertiserId,
  as = world.manager,
) =>
  ask('GET', `/doubleclicksearch/v2/agency/${world.agencyId}/advertiser/${advertiserId}/idmapping${query}`, {
    as,
    headers,
  });

describe('doubleclicksearch.reports.getIdMappingFile', () => {
  test.each([
    ['without alt, as text', '', {}],
    ['without alt, compressed', '', { 'accept-encoding': 'gzip' }],
    ['with alt=media, as text', '?alt=media', {}],
    ['with alt=media, compressed', '?alt=media', { 'accept-encoding': 'gzip, deflate' }],
    ['when gzip is refused', '', { 'accept-encoding': 'gzip;q=0' }],
  ])('ADS-58 the table %s', async (_, query, headers) => {
    const answer = await get(query, headers);

    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=UTF-8');
    expect(answer.text).toBe(CSV);
  });

  test('with alt=json an empty resource', async () => {
    const answer = await get('?alt=json');

    expect(answer.headers['content-type']).toContain('application/json');
    expect(answer.body).toEqual({});
  });

  test('an advertiser without entities has the header only', async () => {
    expect((await get('', {}, world.accounts[2].advertiserId)).text).toBe('Entity Type,Legacy IDs,New IDs\n');
  });

  describe('a file that no answer can hold', () => {
    const large = `${CSV}${randomBytes(5_000_000).toString('base64')}\n`;
    const other = useAdvertising();
    beforeAll(async () => {
      await keep(other.accounts[0].advertiserId, large);
    });

    const fetchLarge = (method: 'GET' | 'HEAD', encoding: string) =>
      ask(
        method,
        `/doubleclicksearch/v2/agency/${other.agencyId}/advertiser/${other.accounts[0].advertiserId}/idmapping`,
        { as: other.manager, headers: { 'accept-encoding': encoding } },
      );

    test.each([
      ['gzip', 'gzip'],
      ['identity', 'identity'],
      ['gzip;q=0', 'identity'],
    ] as const)(
      'is fetched from the storage by a signed address, for a client that reads %s',
      async (encoding, coding) => {
        const { status, headers } = await fetchLarge('GET', encoding);

        expect(status).toBe(302);
        expect(headers).not.toHaveProperty('content-encoding');
        const location = new URL(headers['location'] ?? '');
        expect(location.pathname.endsWith(idMappingKey(other.accounts[0].advertiserId, coding))).toBe(true);
        expect(location.searchParams.get('X-Amz-Expires')).toBe('60');
        expect(location.href).not.toContain('Bearer');
      },
    );

    test('tells its length to HEAD without sending it elsewhere', async () => {
      const { status, headers } = await fetchLarge('HEAD', 'identity');

      expect(status).toBe(200);
      expect(headers['content-length']).toBe(String(large.length));
      expect(headers).not.toHaveProperty('location');
    });
  });

  test('a small compressed file that is large as text goes to a client without gzip by way of the storage', async () => {
    const other = await advertising();
    const { advertiserId } = other.accounts[0];
    await keep(advertiserId, CSV.repeat(120_000));

    const answer = await ask(
      'GET',
      `/doubleclicksearch/v2/agency/${other.agencyId}/advertiser/${advertiserId}/idmapping`,
      { as: other.manager },
    );

    expect(answer.status).toBe(302);
    expect(answer.headers['location']).toContain(idMappingKey(advertiserId, 'identity'));
  });

  test('ADS-58 404 for an advertiser that is unknown or of another agency; 403 without any grant', async () => {
    const { advertiserId } = world.accounts[0];
    const elsewhere = await ask('GET', `/doubleclicksearch/v2/agency/9/advertiser/${advertiserId}/idmapping`, {
      as: world.manager,
    });

    const answers = [await get('', {}, '12'), elsewhere, await get('', {}, advertiserId, someone('stranger'))];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 403]);
  });
});
