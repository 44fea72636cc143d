import { PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, test } from '@jest/globals';
import type { EventBridgeEvent } from 'aws-lambda';
import sample from '../../../events/imports/advertising.json' with { type: 'json' };
import { handler } from '#functions/imports/advertising';
import { config } from '#lib/runtime/config';
import { objects } from '#lib/stores/s3/client';
import { stores } from '#test/support/advertising';

type Uploaded = EventBridgeEvent<'Object Created', { object: { key: string } }>;

const upload = async (key: string, Body: string): Promise<Uploaded> => {
  await objects.send(new PutObjectCommand({ Bucket: config.bucket, Key: key, Body }));
  return { ...sample, 'detail-type': 'Object Created', detail: { object: { key } } };
};

test('a file under ads-import/ is imported, its bad lines left out', async () => {
  const advertiserId = `7${String(Date.now())}`;

  await handler(await upload('ads-import/custom_variables/march.csv', `advertiserId,name,use\n${advertiserId},sales,METRIC\nx,sales,METRIC\n`));

  expect((await stores.advertisers.setup(advertiserId)).variables).toEqual([{ advertiserId, name: 'sales', use: 'METRIC' }]);
});

test.each([
  ['says nothing about its kind', 'ads-import/march.csv', 'a,b\n1,2\n'],
  ['lacks columns', 'ads-import/visits.csv', 'clickId\nx\n'],
])('a file that %s is refused without another try', async (_, key, text) => {
  await expect(handler(await upload(key, text))).resolves.toBeUndefined();
});
