import { S3Client } from '@aws-sdk/client-s3';
import { expect, test } from '@jest/globals';
import { storageAddress } from '#lib/stores/s3/address';

const REGIONS = `
  us-east-1 us-west-2 eu-central-2 ap-southeast-7 ca-west-1 il-central-1 mx-central-1 sa-east-1
  us-gov-west-1 cn-north-1 eusc-de-east-1 us-iso-east-1 us-isob-east-1 us-isof-south-1 eu-isoe-west-1`;

test.each(REGIONS.trim().split(/\s+/))("S3 in %s is where Amazon's client looks for it", (region) => {
  const { config } = new S3Client({ region });
  const asked = { Region: region, Bucket: 'shelf', ForcePathStyle: true };

  expect(`${storageAddress(region, {}).href}shelf`).toBe(config.endpointProvider(asked).url.href);
});

test.each([
  ['us-east-1', { UseFIPS: true }, { AWS_USE_FIPS_ENDPOINT: 'true' }],
  ['eu-west-1', { UseDualStack: true }, { AWS_USE_DUALSTACK_ENDPOINT: 'true' }],
  [
    'us-west-2',
    { UseFIPS: true, UseDualStack: true },
    { AWS_USE_FIPS_ENDPOINT: 'true', AWS_USE_DUALSTACK_ENDPOINT: 'true' },
  ],
  ['us-west-2', {}, { AWS_USE_FIPS_ENDPOINT: 'false' }],
])('in %s with %j, too', (region, chosen, env) => {
  const { config } = new S3Client({ region });
  const asked = { Region: region, Bucket: 'shelf', ForcePathStyle: true, ...chosen };

  expect(`${storageAddress(region, env).href}shelf`).toBe(config.endpointProvider(asked).url.href);
});
