/** @modules own */
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DATABASE_VARIABLE } from '#lib/local/database/current-database';
import { connect } from '#lib/stores/dynamodb/client/client';
import { GetCommand } from '#lib/stores/dynamodb/client/commands';
import { giveClient } from '#lib/stores/dynamodb/client/given-client';
import { listen, type Listening } from '#test/support/http/listen';

/** A database on a machine that has other things to do. */
const ANSWERS_AFTER_MS = 500;
const asked: string[] = [];
const database = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString();
  });
  request.on('end', () => {
    asked.push(body);
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
    }, ANSWERS_AFTER_MS);
  });
});

let listening: Listening;
beforeAll(async () => {
  // Amazon's client is under test, not the embedded database of the run.
  giveClient(undefined);
  Reflect.deleteProperty(process.env, DATABASE_VARIABLE);
  listening = await listen(database);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: listening.url,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
});
afterAll(() => listening.stop());

test('requests that wait for their turn at a slow database on this machine are sent once, and answered', async () => {
  const client = connect();
  const keys = Array.from({ length: 300 }, (_, index) => String(index));

  await Promise.all(keys.map((pk) => client.send(new GetCommand({ TableName: 'table', Key: { pk } }))));

  expect(asked).toHaveLength(keys.length);
  client.destroy();
});
