import { gzipSync } from 'node:zlib';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { handler } from '#functions/ads/reports/index';
import { idMappingKey } from '#lib/ads/import/warehouse-keys';
import { config } from '#lib/runtime/config';
import { objects } from '#lib/stores/s3/client';
import { advertising, type Advertising } from '#test/support/advertising';
import { asking } from '#test/support/ask';
import { someone } from '#test/support/people';

const ask = asking(handler);
const CSV = 'Entity Type,Legacy IDs,New IDs\nCUSTOMER,"{""agencyId"":""1""}","{""customerId"":""2""}"\n';

let world: Advertising;
const keep = (advertiserId: string, Body: Buffer) => objects.send(new PutObjectCommand({ Bucket: config.bucket, Key: idMappingKey(advertiserId), Body }));

beforeAll(async () => {
  world = await advertising();
  await keep(world.accounts[0].advertiserId, gzipSync(CSV));
});

const get = (query = '', headers: Record<string, string> = {}, advertiserId = world.accounts[0].advertiserId, as = world.manager) =>
  ask('GET', `/doubleclicksearch/v2/agency/${world.agencyId}/advertiser/${advertiserId}/idmapping${query}`, { as, headers });

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

  test('a file that no answer can hold is fetched from the storage by a signed address', async () => {
    const other = await advertising();
    const { advertiserId } = other.accounts[0];
    const large = Buffer.concat([gzipSync(CSV), Buffer.alloc(5_000_000)]);
    await keep(advertiserId, large);

    const answer = await ask('GET', `/doubleclicksearch/v2/agency/${other.agencyId}/advertiser/${advertiserId}/idmapping`, { as: other.manager, headers: { 'accept-encoding': 'gzip' } });

    expect(answer.status).toBe(302);
    const location = new URL(answer.headers['location'] ?? '');
    expect(location.pathname).toContain(idMappingKey(advertiserId));
    expect(location.searchParams.get('X-Amz-Expires')).toBe('60');
    expect(location.href).not.toContain('Bearer');
  });

  test('ADS-58 404 for an advertiser that is unknown, of another agency or not visible', async () => {
    const { advertiserId } = world.accounts[0];
    const elsewhere = await ask('GET', `/doubleclicksearch/v2/agency/9/advertiser/${advertiserId}/idmapping`, { as: world.manager });

    const answers = [await get('', {}, '12'), elsewhere, await get('', {}, advertiserId, someone('stranger'))];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});
