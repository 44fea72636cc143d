/** @modules own */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mock } from 'node:test';
import { afterAll, expect, test } from '@jest/globals';
import { ownCredentials } from '#lib/stores/aws/credentials';
import { newFolder } from '#test/support/run/folders/new-folder';

const folder = newFolder();
afterAll(() => mock.restoreAll());

test('a function has its credentials in the environment', async () => {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'here', AWS_SECRET_ACCESS_KEY: 'secret', AWS_SESSION_TOKEN: 'role' });

  expect(await ownCredentials()).toEqual({
    accessKeyId: 'here',
    secretAccessKey: 'secret',
    sessionToken: 'role',
  });
});

test('a command may be given a profile, whatever else the environment says', async () => {
  // Amazon's sources warn of two answers.
  mock.method(console, 'warn', () => undefined);
  const file = join(folder, 'credentials');
  writeFileSync(file, '[work]\naws_access_key_id = there\naws_secret_access_key = of-work\n');
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: 'here',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_PROFILE: 'work',
    AWS_SHARED_CREDENTIALS_FILE: file,
  });

  expect(await ownCredentials()).toMatchObject({ accessKeyId: 'there', secretAccessKey: 'of-work' });
});
