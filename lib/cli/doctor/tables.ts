/** Tables of a DynamoDB endpoint, compared with serverless.yml. */
import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  type KeySchemaElement,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import type { TableDefinition } from '#lib/package/template/deployment';
import { checked, faultsOrPassed, unlessMissing, wrong, type Finding } from './finding.ts';

/** Advice about a table; differs between AWS and a laptop. */
export interface TableAdvice {
  /** The table, or something that a deployment adds, is missing. */
  readonly make: string;
  /** Its keys or local indexes differ, which cannot be changed in place. */
  readonly replace: string;
}

interface Keyed {
  readonly IndexName?: string | undefined;
  readonly KeySchema?: readonly KeySchemaElement[] | undefined;
}

const keysOf = ({ KeySchema = [] }: Keyed): string =>
  KeySchema.map(({ AttributeName, KeyType }) => `${String(KeyType)} ${String(AttributeName)}`)
    .toSorted()
    .join(', ');

/** Indexes that are missing or have other keys. */
function indexFaults(label: string, declared: readonly Keyed[], found: readonly Keyed[], advice: string): Finding[] {
  return declared.flatMap((index) => {
    const there = found.find(({ IndexName }) => IndexName === index.IndexName);
    const name = String(index.IndexName);
    if (there === undefined) return [wrong(`${label} has no index ${name}`, advice)];
    if (keysOf(there) === keysOf(index)) return [];
    return [wrong(`${label}: the index ${name} has other keys (${keysOf(there)})`, advice)];
  });
}

function shapeFaults(
  label: string,
  { create }: TableDefinition,
  found: TableDescription,
  advice: TableAdvice,
): Finding[] {
  const { LocalSecondaryIndexes = [], GlobalSecondaryIndexes = [], StreamSpecification: declared } = create;
  const { StreamEnabled, StreamViewType } = found.StreamSpecification ?? {};
  const isStreamed = StreamEnabled === true && StreamViewType === declared?.StreamViewType;
  const specification = `StreamEnabled=true,StreamViewType=${String(declared?.StreamViewType)}`;
  const command = `aws dynamodb update-table --table-name ${create.TableName} --stream-specification ${specification}`;
  const streamAdvice = `\`${command}\`, then deploy with the new stream (OPERATIONS.md, restore).`;
  const building = (found.GlobalSecondaryIndexes ?? []).filter(
    ({ IndexStatus = 'ACTIVE' }) => IndexStatus !== 'ACTIVE',
  );
  return [
    ...(found.TableStatus === 'ACTIVE'
      ? []
      : [wrong(`${label} is ${String(found.TableStatus)}`, 'Wait until it is active.')]),
    ...(keysOf(found) === keysOf(create) ? [] : [wrong(`${label} has other keys (${keysOf(found)})`, advice.replace)]),
    ...indexFaults(label, LocalSecondaryIndexes, found.LocalSecondaryIndexes ?? [], advice.replace),
    ...indexFaults(label, GlobalSecondaryIndexes, found.GlobalSecondaryIndexes ?? [], advice.make),
    ...building.map(({ IndexName, IndexStatus }) =>
      wrong(`${label}: the index ${String(IndexName)} is ${String(IndexStatus)}`, 'Wait until it is active.'),
    ),
    ...(declared === undefined || isStreamed
      ? []
      : [wrong(`${label} has no stream of new and old images`, streamAdvice)]),
  ];
}

async function expiryFaults(
  db: DynamoDBClient,
  label: string,
  { create, ttlAttribute }: TableDefinition,
): Promise<Finding[]> {
  if (ttlAttribute === undefined) return [];
  const { TableName } = create;
  const { TimeToLiveDescription: found } = await db.send(new DescribeTimeToLiveCommand({ TableName }));
  const isOn = found?.TimeToLiveStatus === 'ENABLED' || found?.TimeToLiveStatus === 'ENABLING';
  if (isOn && found.AttributeName === ttlAttribute) return [];
  const specification = `AttributeName=${ttlAttribute},Enabled=true`;
  const command = `aws dynamodb update-time-to-live --table-name ${TableName}`;
  const advice = `\`${command} --time-to-live-specification ${specification}\``;
  return [wrong(`${label} does not remove items by \`${ttlAttribute}\`: its time to live is off`, advice)];
}

async function checkTable(db: DynamoDBClient, definition: TableDefinition, advice: TableAdvice): Promise<Finding[]> {
  const { TableName } = definition.create;
  const label = `table ${TableName}`;
  const found = (await unlessMissing(db.send(new DescribeTableCommand({ TableName }))))?.Table;
  if (found === undefined) return [wrong(`${label} is not there`, advice.make)];
  const faults = [...shapeFaults(label, definition, found, advice), ...(await expiryFaults(db, label, definition))];
  return faultsOrPassed(faults, `${label}: keys, indexes, stream and time to live`);
}

export async function checkTables(
  db: DynamoDBClient,
  tables: readonly TableDefinition[],
  advice: TableAdvice,
): Promise<Finding[]> {
  const each = tables.map((table) => checked(`table ${table.create.TableName}`, () => checkTable(db, table, advice)));
  return (await Promise.all(each)).flat();
}
