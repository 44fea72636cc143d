import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, expect, test } from '@jest/globals';
import { localCopies, type LocalCopies } from '#lib/stores/s3/local-copies';
import { signedBucket } from '#lib/stores/s3/signed-bucket';
import type { StoredFile } from '#lib/stores/s3/xml-answers';
import { objects } from '#test/support/http/objects';

const { BUCKET: Bucket = '', AWS_ENDPOINT_URL_S3: endpoint } = process.env;
const HOUR_S = 3_600;
const ROOM = 4;
const prefix = `copies-${randomUUID()}/`;
let copies: LocalCopies;
let files: StoredFile[];

beforeAll(async () => {
  for (const name of ['a', 'b'])
    await objects.send(new PutObjectCommand({ Bucket, Key: `${prefix}${name}`, Body: `in ${name}` }));
  copies = localCopies(signedBucket({ bucket: Bucket, region: 'us-east-1', endpoint }), ROOM);
  files = await copies.list(prefix);
});

test('a copy that is used again is the file of before, and stays; one that nobody used for an hour makes room', async () => {
  const [a = '', b = ''] = await copies.fetch(files);
  expect([a, b].map((path) => readFileSync(path, 'utf8'))).toEqual(['in a', 'in b']);
  const anHourAgo = Math.floor(Date.now() / 1000) - HOUR_S;
  for (const path of [a, b]) utimesSync(path, anHourAgo, anHourAgo);

  expect(await copies.fetch(files.slice(0, 1))).toEqual([a]);

  expect(statSync(a).mtimeMs).toBe(anHourAgo * 1000);
  expect([a, b].map((path) => existsSync(path))).toEqual([true, false]);
});

test('a file that is gone by now is left out', async () => {
  expect(await copies.fetch([{ key: `${prefix}gone`, tag: '' }])).toEqual([]);
});
