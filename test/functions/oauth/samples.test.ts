/** The samples of `events/oauth`, for `serverless invoke local`: each reaches its endpoint. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { endpoints } from '#functions/oauth/endpoints';
import { oauthService } from '#test/support/oauth/use-oauth';

const FOLDER = join(import.meta.dirname, '../../../events/oauth');
/** With the invented client and tokens of the samples. */
const STATUSES: Readonly<Record<string, number>> = {
  authorize: 401,
  consent: 400,
  callback: 400,
  token: 401,
  revoke: 400,
  tokeninfo: 400,
  userinfo: 401,
  deviceCode: 401,
  device: 200,
  certs: 200,
  configuration: 200,
};
const nameOf = (id: string): string => id.slice('oauth.'.length);

test('every endpoint has one', () => {
  const files = readdirSync(FOLDER).map((file) => file.replace('.json', ''));
  expect(files.toSorted()).toEqual(endpoints.map(({ id }) => nameOf(id)).toSorted());
});

test.each(endpoints.map(({ id, routes }) => ({ id, routes })))('$id answers its own', async ({ id, routes }) => {
  const sample = JSON.parse(readFileSync(join(FOLDER, `${nameOf(id)}.json`), 'utf8')) as APIGatewayProxyEventV2;
  const { method } = sample.requestContext.http;
  expect(routes).toContain(`${method} ${sample.rawPath}`);
  expect(sample.routeKey).toBe(`ANY ${sample.rawPath}`);

  const { serveEndpoints } = await import('#lib/runtime/oauth/serve');
  const log: string[] = [];
  const note = (message: string, fields: object = {}) => void log.push(JSON.stringify({ message, ...fields }));
  const handler = serveEndpoints(endpoints, {
    ...(await oauthService()),
    isWithoutPassword: false,
    log: { info: note, error: note },
  });
  const { statusCode } = await handler(sample);

  expect([id, statusCode]).toEqual([id, STATUSES[nameOf(id)]]);
  expect(log.join()).toContain(id);
});
