import { createServer } from 'node:http';
import { HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, test } from '@jest/globals';
import { SignatureV4 } from '@smithy/signature-v4';
import { config } from '#lib/runtime/process/config';
import { objects } from '#lib/stores/s3/client';
import { Sha256, signedBucket } from '#lib/stores/s3/signed-bucket';
import { listen } from '#test/support/http/listen';
import { newName } from '#test/support/run/new-table';

/** The example that Amazon publishes for reading an object. */
test('a request is signed as Amazon expects it', async () => {
  const credentials = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  };
  const signer = new SignatureV4({
    service: 's3',
    region: 'us-east-1',
    credentials,
    sha256: Sha256,
    uriEscapePath: false,
  });
  const request = {
    method: 'GET',
    protocol: 'https:',
    hostname: 'examplebucket.s3.amazonaws.com',
    path: '/test.txt',
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    },
  };

  const { headers } = await signer.sign(request, { signingDate: new Date('2013-05-24T00:00:00Z') });

  expect(headers['authorization']).toContain(
    'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
});

test('an object is described by its tag and its metadata, none is undefined, and a refusal is told', async () => {
  const { bucket: Bucket } = config;
  const options = { bucket: Bucket, region: 'eu-central-1' };
  const Key = newName();
  await objects.send(new PutObjectCommand({ Bucket, Key, Body: 'x', Metadata: { volumes: '7' } }));
  const { ETag } = await objects.send(new HeadObjectCommand({ Bucket, Key }));

  const bucket = signedBucket({ ...options, endpoint: process.env['AWS_ENDPOINT_URL_S3'] });
  expect(await bucket.describe(Key)).toEqual({ etag: ETag, metadata: { volumes: '7' } });
  expect(await bucket.describe(newName())).toBeUndefined();

  const refusing = await listen(createServer((_request, response) => void response.writeHead(403).end()));
  await expect(signedBucket({ ...options, endpoint: refusing.url }).describe(Key)).rejects.toThrow('403');
  await refusing.stop();
});
