import { PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, test } from '@jest/globals';
import type { SQSEvent } from 'aws-lambda';
import sample from '../../../events/imports/advertising.json' with { type: 'json' };
import { handler } from '#functions/imports/advertising';
import { importSurroundings } from '#lib/runtime/ads-import';
import { config } from '#lib/runtime/config';
import { ImportUnderWay } from '#lib/stores/dynamodb/ads/import-lock';
import { objects } from '#lib/stores/s3/client';
import { stores } from '#test/support/advertising';
import { uploadsOf } from '#test/support/uploads';

const ENOUGH = { getRemainingTimeInMillis: () => 900_000 };

const upload = async (key: string, Body: string): Promise<SQSEvent> => {
  await objects.send(new PutObjectCommand({ Bucket: config.bucket, Key: key, Body }));
  return uploadsOf(key);
};

test('a file under ads-import/ is imported, its bad lines left out', async () => {
  const advertiserId = `7${String(Date.now())}`;

  await handler(await upload('ads-import/custom_variables/march.csv', `advertiserId,name,use\n${advertiserId},sales,METRIC\nx,sales,METRIC\n`), ENOUGH);

  expect((await stores.advertisers.setup(advertiserId)).variables).toEqual([{ advertiserId, name: 'sales', use: 'METRIC' }]);
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

  await importSurroundings.lock.run(async () => {
    await expect(handler(held, { getRemainingTimeInMillis: () => 300_000 })).rejects.toThrow(ImportUnderWay);
  });
});
