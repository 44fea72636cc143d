import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Discovery } from 'googleapis-common';
import { idMappingKey } from '#lib/ads/import/warehouse-keys';
import { config } from '#lib/runtime/process/config';
import { purchase, stores } from '#test/support/ads/advertising';
import { useAdvertising } from '#test/support/ads/use-advertising';
import { objects } from '#test/support/http/objects';
import { useGateway } from '#test/support/http/use-gateway';

interface Answer {
  readonly status: number;
  readonly data: unknown;
}
type Ads = Record<'conversion' | 'reports' | 'savedColumns', Record<string, (parameters: object) => Promise<Answer>>>;

const gateway = useGateway();
const world = useAdvertising();
let ads: Ads;

beforeAll(async () => {
  const token = await gateway.token(world.manager);
  const found: Record<string, (options: object) => Ads> = await new Discovery({}).discoverAllAPIs(
    `${gateway.rootUrl}discovery/v1/apis`,
  );
  const client = found['doubleclicksearch'];
  if (client === undefined) throw new Error('the directory does not list the ads service');
  ads = client({ version: 'v2', headers: { authorization: `Bearer ${token}` }, retry: false });
});

const call = (group: keyof Ads, method: string, parameters: object): Promise<Answer> => {
  const run = ads[group][method];
  if (run === undefined) throw new Error(`${group}.${method} is not in the discovery document`);
  return run(parameters);
};

const window = { startDate: 20_200_101, endDate: 20_991_231, startRow: 0, rowCount: 100 };

describe("Google's client and the ads service", () => {
  test('ADS-01 ADS-18 inserts, updates and lists conversions in both id spaces', async () => {
    const [account] = world.accounts;
    const { agencyId, advertiserId, engineAccountId } = account.legacy;
    const conversion = purchase(account, 'by-client');

    const inserted = await call('conversion', 'insert', { requestBody: { conversion: [conversion] } });
    const updated = await call('conversion', 'update', {
      requestBody: { conversion: [{ ...conversion, revenueMicros: '1000000' }] },
    });
    const listed = await call('conversion', 'get', { agencyId, advertiserId, engineAccountId, ...window });
    const byCustomer = await call('conversion', 'getByCustomerId', { customerId: account.customerId, ...window });

    expect(inserted).toMatchObject({
      status: 200,
      data: { conversion: [{ conversionId: 'by-client', state: 'ACTIVE' }] },
    });
    expect(updated).toMatchObject({ status: 200, data: { conversion: [{ revenueMicros: '1000000' }] } });
    expect(listed.data).toEqual(updated.data);
    expect(byCustomer).toMatchObject({ data: { conversion: [{ ...account.modern, conversionId: 'by-client' }] } });
  });

  test('ADS-06 a refused batch rejects with the status and the first message', async () => {
    const batch = [
      purchase(world.accounts[0], 'client-good'),
      purchase(world.accounts[0], 'client-bad', { segmentationName: 'Nothing' }),
    ];

    await expect(call('conversion', 'insert', { requestBody: { conversion: batch } })).rejects.toMatchObject({
      status: 400,
      message:
        "The request was not valid. Details: [Floodlight activity name 'Nothing' is not found (0x0000010E) index=1 conversionId=client-bad]",
    });
  });

  test('ADS-27 marks availability', async () => {
    const { agencyId, advertiserId } = world.accounts[0].legacy;
    const availabilities = [
      {
        agencyId,
        advertiserId,
        segmentationType: 'FLOODLIGHT',
        segmentationName: 'Purchase',
        availabilityTimestamp: '1700000000000',
      },
    ];

    const answer = await call('conversion', 'updateAvailability', { requestBody: { availabilities } });

    expect(answer).toMatchObject({ status: 200, data: { availabilities } });
  });

  test('ADS-53 lists saved columns', async () => {
    const { agencyId, advertiserId } = world.accounts[0].legacy;
    await stores.advertisers.putSavedColumns([{ advertiserId, name: 'Margin', type: 'Number', definition: {} }]);

    const { data } = await call('savedColumns', 'list', { agencyId, advertiserId });

    expect(data).toEqual({
      kind: 'doubleclicksearch#savedColumnList',
      items: [{ kind: 'doubleclicksearch#savedColumn', savedColumnName: 'Margin', type: 'Number' }],
    });
  });

  test('ADS-58 reads the table of ids with and without alt=media', async () => {
    const { agencyId, advertiserId } = world.accounts[0].legacy;

    const answers = [
      await call('reports', 'getIdMappingFile', { agencyId, advertiserId }),
      await call('reports', 'getIdMappingFile', { agencyId, advertiserId, alt: 'media' }),
    ];

    expect(answers.map(({ data }) => data)).toEqual([
      'Entity Type,Legacy IDs,New IDs\n',
      'Entity Type,Legacy IDs,New IDs\n',
    ]);
  });

  test('ADS-58 a table that no answer can hold arrives whole, and the storage sees no token', async () => {
    const { agencyId, advertiserId } = world.accounts[1].legacy;
    const large = `Entity Type,Legacy IDs,New IDs\n${randomBytes(5_000_000).toString('base64')}\n`;
    for (const [coding, Body] of [
      ['gzip', gzipSync(large)],
      ['identity', Buffer.from(large)],
    ] as const) {
      await objects.send(
        new PutObjectCommand({
          Bucket: config.bucket,
          Key: idMappingKey(advertiserId, coding),
          Body,
          ContentType: 'text/csv',
          ...(coding === 'gzip' && { ContentEncoding: 'gzip' }),
        }),
      );
    }

    const { status, data } = await call('reports', 'getIdMappingFile', {
      agencyId,
      advertiserId,
      alt: 'media',
      responseType: 'text',
    });
    const redirect = await fetch(
      `${gateway.rootUrl}doubleclicksearch/v2/agency/${agencyId}/advertiser/${advertiserId}/idmapping`,
      { headers: { authorization: `Bearer ${await gateway.token(world.manager)}` }, redirect: 'manual' },
    );

    expect(status).toBe(200);
    expect(data === large).toBe(true);
    const { hostname, href } = new URL(redirect.headers.get('location') ?? '');
    expect(hostname).not.toBe(new URL(gateway.rootUrl).hostname);
    expect(href).not.toMatch(/bearer|access_token/i);
  });
});
