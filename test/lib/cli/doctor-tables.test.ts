/** The doctor's look at tables, on Amazon's own DynamoDB Local. */
import { CreateTableCommand, DynamoDBClient, UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkTables } from '#lib/cli/doctor/tables';
import { startDatabase, type Database } from '#lib/local/database/start';
import { readDeployment, type TableDefinition } from '#lib/package/template/deployment';

const ADVICE = { make: 'make it', replace: 'replace it' };
const { tables } = readDeployment('local');

let database: Database;
let db: DynamoDBClient;
beforeAll(async () => {
  database = await startDatabase({ choice: 'dynamodb-local' });
  const endpoint = database.environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '';
  db = new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
});
afterAll(async () => {
  db.destroy();
  await database.stop();
});

/** Tables of the same shape under another name. */
const named = (suffix: string): TableDefinition[] =>
  tables.map((table) => ({ ...table, create: { ...table.create, TableName: `${table.create.TableName}-${suffix}` } }));

const make = async ({ create, ttlAttribute = '' }: TableDefinition, isExpiring = true): Promise<void> => {
  await db.send(new CreateTableCommand(create));
  const TimeToLiveSpecification = { AttributeName: ttlAttribute, Enabled: true };
  if (isExpiring) await db.send(new UpdateTimeToLiveCommand({ TableName: create.TableName, TimeToLiveSpecification }));
};

test('tables as serverless.yml declares them are all right', async () => {
  const whole = named('whole');
  await Promise.all(whole.map((table) => make(table)));

  const findings = await checkTables(db, whole, ADVICE);

  expect(findings.map(({ isWrong }) => isWrong)).toEqual(whole.map(() => false));
});

test('what lacks is named, one by one', async () => {
  const broken = named('broken');
  const calendar = broken.find(({ logicalId }) => logicalId === 'CalendarTable');
  const books = broken.find(({ logicalId }) => logicalId === 'BooksTable');
  if (calendar === undefined || books === undefined) throw new Error('serverless.yml has other tables.');
  const LocalSecondaryIndexes = calendar.create.LocalSecondaryIndexes?.filter(({ IndexName }) => IndexName !== 'byUid');
  const AttributeDefinitions = calendar.create.AttributeDefinitions?.filter(
    ({ AttributeName }) => AttributeName !== 'uid',
  );
  await make({ ...calendar, create: { ...calendar.create, LocalSecondaryIndexes, AttributeDefinitions } });
  const { StreamSpecification: _stream, ...withoutStream } = books.create;
  await make({ ...books, create: withoutStream }, false);

  const findings = await checkTables(db, broken, ADVICE);

  expect(findings.map(({ what }) => what)).toEqual([
    'table almanac-local-calendar-broken has no index byUid',
    'table almanac-local-books-broken has no stream of new and old images',
    'table almanac-local-books-broken does not remove items by `expires`: its time to live is off',
    'table almanac-local-ads-broken is not there',
    'table almanac-local-sign-in-broken is not there',
  ]);
  expect(findings.map(({ advice }) => advice)).toEqual([
    'replace it',
    expect.any(String),
    expect.any(String),
    'make it',
    'make it',
  ]);
});
