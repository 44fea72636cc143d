/** Puts the items of `former-items.ts` into the DynamoDB at the URL that is given. */
import { DeleteItemCommand, DynamoDBClient, PutItemCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { ensureTables } from '#lib/local/database/tables';
import { readDeployment } from '#lib/package/template/deployment';
import { EXPIRED, FORMER_ITEMS, PASSING } from './former-items.ts';

Object.assign(process.env, {
  AWS_ENDPOINT_URL_DYNAMODB: process.argv[2],
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
});
await ensureTables(readDeployment('local').tables);

const db = new DynamoDBClient();
const put = (service: string, Item: Record<string, AttributeValue>): Promise<unknown> =>
  db.send(new PutItemCommand({ TableName: `almanac-local-${service}`, Item }));

for (const [service, items] of Object.entries(FORMER_ITEMS)) for (const item of items) await put(service, item);
await put('calendar', PASSING.put);
await put('calendar', PASSING.changed);
await db.send(new DeleteItemCommand({ TableName: 'almanac-local-calendar', Key: PASSING.key }));
await put('ads', EXPIRED);
