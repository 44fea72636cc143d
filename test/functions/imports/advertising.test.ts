import { PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, test } from '@jest/globals';
import type { SQSEvent } from 'aws-lambda';
import { handler as conversions } from '#functions/ads/conversion/index';
import { handler as reports } from '#functions/ads/reports/index';
import { handler as importer } from '#functions/imports/advertising';
import { importDependencies } from '#lib/runtime/ads/import';
import { config } from '#lib/runtime/process/config';
import { ImportUnderWay } from '#lib/stores/dynamodb/ads/import-lock';
import { stores } from '#test/support/ads/advertising';
import { HEADER, entityLines, newAdsIds, placeOf } from '#test/support/ads/import-files';
import { requestsTo } from '#test/support/ask';
import { objects } from '#test/support/http/objects';
import { uploadsOf } from '#test/support/lambda/uploads';
import { someone } from '#test/support/people';
import { underRole } from '#test/support/run/under-role';
import sample from '../../../events/imports/advertising.json' with { type: 'json' };

const handler = underRole('importAdvertising', importer);
const ENOUGH = { getRemainingTimeInMillis: () => 900_000 };

const upload = async (key: string, Body: string): Promise<SQSEvent> => {
  await objects.send(new PutObjectCommand({ Bucket: config.bucket, Key: key, Body }));
  return uploadsOf(key);
};

test('a file under ads-import/ is imported, its bad lines left out', async () => {
  const advertiserId = `7${String(Date.now())}`;

  await handler(
    await upload(
      'ads-import/custom_variables/march.csv',
      `advertiserId,name,use\n${advertiserId},sales,METRIC\nx,sales,METRIC\n`,
    ),
    ENOUGH,
  );

  expect((await stores.advertisers.setup(advertiserId)).variables).toEqual([
    { advertiserId, name: 'sales', use: 'METRIC' },
  ]);
});

test('facts, entities, visits and conversions of tags are what clients then see, facts also when they came first', async () => {
  const w = newAdsIds();
  const as = someone('viewer');
  await stores.grants.put({ subject: as, agencyId: w.agency, role: 'READ' });
  const [clickId, timestampMs] = [`c-${w.customer}`, Date.UTC(2026, 1, 1, 12)];
  const visit = {
    clickId,
    timestampMs,
    ...placeOf(w),
    device: 'Tablet',
  };
  const conversion = {
    agencyId: w.agency,
    advertiserId: w.advertiser,
    conversionTimestamp: timestampMs,
    segmentationId: '12',
    floodlightOrderId: 'order-1',
    clickId,
  };

  for (const [key, text] of [
    [
      'facts_daily/1.csv',
      `date,accountId,campaignId,device,impr,clicks,costMicros\n2026-02-01,${w.account},${w.campaign},Desktop,10,2,500\n`,
    ],
    ['entities/1.csv', [HEADER, ...entityLines(w)].join('\n')],
    ['visits/1.ndjson', JSON.stringify(visit)],
    ['tag_conversions/1.ndjson', JSON.stringify(conversion)],
  ] as const)
    await handler(await upload(`ads-import/${key}`, text), ENOUGH);

  const advertiser = `/doubleclicksearch/v2/agency/${w.agency}/advertiser/${w.advertiser}`;
  const { text: mapping } = await requestsTo(reports)('GET', `${advertiser}/idmapping`, { as });
  expect(mapping).toContain(w.keyword);
  const period = 'startDate=20260201&endDate=20260201&startRow=0&rowCount=10';
  const { body: stored } = await requestsTo(conversions)(
    'GET',
    `${advertiser}/engine/${w.account}/conversion?${period}`,
    {
      as,
    },
  );
  expect(stored).toMatchObject({ conversion: [{ conversionId: 'order-1', criterionId: w.keyword }] });
  const body = {
    reportType: 'account',
    reportScope: { agencyId: w.agency },
    columns: [{ columnName: 'accountId' }, { columnName: 'clicks' }],
    timeRange: { startDate: '2026-02-01', endDate: '2026-02-01' },
    statisticsCurrency: 'agency',
  };
  const { body: report } = await requestsTo(reports)('POST', '/doubleclicksearch/v2/reports/generate', { as, body });
  expect(report).toMatchObject({ rows: [{ accountId: w.account, clicks: 2 }] });
});

test.each([
  ['says nothing about its kind', 'ads-import/march.csv', 'a,b\n1,2\n'],
  ['lacks columns', 'ads-import/visits.csv', 'clickId\nx\n'],
])('a file that %s is refused without another try', async (_, key, text) => {
  await expect(handler(await upload(key, text), ENOUGH)).resolves.toBeUndefined();
});

test('the sample is what the queue hands over', async () => {
  await expect(handler(sample, ENOUGH)).resolves.toBeUndefined();
});

test('a file that cannot be imported in time because of another import is left to the queue', async () => {
  const held = await upload('ads-import/custom_variables/april.csv', 'advertiserId,name,use\n71,sales,METRIC\n');

  await importDependencies.lock.run(async () => {
    await expect(handler(held, { getRemainingTimeInMillis: () => 300_000 })).rejects.toThrow(ImportUnderWay);
  });
});
