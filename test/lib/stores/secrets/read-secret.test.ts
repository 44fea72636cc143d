/** @modules own */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asFunction, enforceRoles } from '#lib/local/lambda/iam/enforce';
import { readSecret } from '#lib/stores/secrets/read-secret';
import { listen, type Listening } from '#test/support/http/listen';
import { testStage } from '#test/support/run/test-stage';

const calls: { readonly target: unknown; readonly body: unknown; readonly isSigned: boolean }[] = [];
let manager: Listening;

beforeAll(async () => {
  manager = await listen(
    createServer((request, response) => {
      void text(request).then((body) => {
        const { 'x-amz-target': target, authorization = '' } = request.headers;
        const asked = JSON.parse(body) as { SecretId: string };
        calls.push({ target, body: asked, isSigned: authorization.includes('/us-east-1/secretsmanager/aws4_request') });
        const isThere = asked.SecretId === 'upstream';
        response.writeHead(isThere ? 200 : 400).end(JSON.stringify(isThere ? { SecretString: '{"a":1}' } : {}));
      });
    }),
  );
  process.env['AWS_ENDPOINT_URL_SECRETS_MANAGER'] = manager.url;
  const UPSTREAM = JSON.stringify({
    calendar: { rootUrl: 'https://api.example.com/', credentials: 'service', secret: 'upstream' },
  });
  enforceRoles({ ...testStage, environment: { ...testStage.environment, UPSTREAM } });
});
afterAll(async () => {
  delete process.env['AWS_ENDPOINT_URL_SECRETS_MANAGER'];
  await manager.stop();
});

test('a secret is read by a signed call', async () => {
  expect(await readSecret('upstream')).toBe('{"a":1}');
  expect(calls).toEqual([{ target: 'secretsmanager.GetSecretValue', body: { SecretId: 'upstream' }, isSigned: true }]);
  await expect(readSecret('other')).rejects.toThrow('Secrets Manager answered GetSecretValue with 400.');
});

test('by the functions whose upstream needs it alone', async () => {
  expect(await asFunction('calendarEvents', () => readSecret('upstream'))).toBe('{"a":1}');
  await expect(asFunction('calendarEvents', () => readSecret('other'))).rejects.toThrow('is not authorized');
  await expect(asFunction('booksVolumes', () => readSecret('upstream'))).rejects.toThrow('is not authorized');
});
