import { expect, test } from '@jest/globals';
import { openSigner } from '#lib/stores/aws/signer';

/** The example that Amazon publishes for reading an object. */
test('a request is signed as Amazon expects it', async () => {
  const credentials = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  };
  const signer = openSigner({ service: 's3', region: 'us-east-1', credentials, uriEscapePath: false });
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
