/**
 * Where the database is and who calls it, from the environment alone or by Amazon's client.
 * @modules own
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mock } from 'node:test';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readRegion, readSettings } from '#lib/stores/aws/settings';
import { newFolder } from '#test/support/run/folders/new-folder';

const environment = process.env;
const folder = newFolder();
beforeEach(() => {
  process.env = { AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'secret', AWS_EC2_METADATA_DISABLED: 'true' };
});
afterEach(() => {
  process.env = environment;
  mock.restoreAll();
});

const REGIONS = `
  af-south-1 ap-east-2 ap-northeast-3 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 il-central-1 me-central-1
  mx-central-1 sa-east-1 us-east-1 us-west-2
  cn-north-1 us-gov-west-1 us-iso-east-1 us-isob-east-1 eusc-de-east-1`;
test.each(REGIONS.trim().split(/\s+/))("the address in %s is the one of Amazon's client", async (region) => {
  process.env['AWS_REGION'] = region;
  const { config } = new DynamoDBClient({ region });
  const { url } = config.endpointProvider({ Region: region, UseDualStack: false, UseFIPS: false });

  const { address, region: read } = await readSettings();

  expect([address.href, read]).toEqual([url.href, region]);
});

test.each([
  ['AWS_USE_FIPS_ENDPOINT', 'true', 'https://dynamodb-fips.us-east-1.amazonaws.com/'],
  ['AWS_USE_DUALSTACK_ENDPOINT', 'true', 'https://dynamodb.us-east-1.api.aws/'],
  ['AWS_USE_FIPS_ENDPOINT', 'false', 'https://dynamodb.us-east-1.amazonaws.com/'],
  ['AWS_ENDPOINT_URL', 'http://127.0.0.1:1', 'http://127.0.0.1:1/'],
  ['AWS_ENDPOINT_URL_DYNAMODB', 'http://127.0.0.1:2', 'http://127.0.0.1:2/'],
])('with %s=%s it is %s', async (name, value, href) => {
  Object.assign(process.env, { AWS_REGION: 'us-east-1', [name]: value });

  expect((await readSettings()).address.href).toBe(href);
});

test('credentials of the environment are taken with their token, if they have one', async () => {
  process.env['AWS_REGION'] = 'eu-west-1';
  const lasting = await readSettings();
  process.env['AWS_SESSION_TOKEN'] = 'token';
  const passing = await readSettings();

  expect(await lasting.credentials()).toEqual({ accessKeyId: 'AKID', secretAccessKey: 'secret' });
  expect(await passing.credentials()).toEqual({
    accessKeyId: 'AKID',
    secretAccessKey: 'secret',
    sessionToken: 'token',
  });
});

test('a profile has its own region and credentials, whatever else the environment says', async () => {
  const file = join(folder, 'config');
  writeFileSync(file, '[profile work]\nregion = eu-south-2\naws_access_key_id = WORK\naws_secret_access_key = other\n');
  Object.assign(process.env, { AWS_PROFILE: 'work', AWS_CONFIG_FILE: file, AWS_SHARED_CREDENTIALS_FILE: file });

  const settings = await readSettings();
  // It warns that there are other credentials, too.
  mock.method(console, 'warn', () => undefined);

  expect(settings.address.href).toBe('https://dynamodb.eu-south-2.amazonaws.com/');
  expect(await readRegion()).toBe('eu-south-2');
  expect(await settings.credentials()).toMatchObject({ accessKeyId: 'WORK', secretAccessKey: 'other' });
});

test('the region of the environment comes first', async () => {
  process.env['AWS_REGION'] = 'il-central-1';

  expect(await readRegion()).toBe('il-central-1');
});

test('without a region, the error says so', async () => {
  Object.assign(process.env, { AWS_CONFIG_FILE: '/none', AWS_SHARED_CREDENTIALS_FILE: '/none' });

  await expect(readSettings()).rejects.toThrow(/region/i);
});
