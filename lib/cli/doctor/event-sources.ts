/** Checks the event source mappings that pass table changes to stream functions. */
import type { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  ListEventSourceMappingsCommand,
  type EventSourceMappingConfiguration,
  type LambdaClient,
} from '@aws-sdk/client-lambda';
import type { Deployment } from '#lib/package/template/deployment';
import { checked, faultsOrPassed, unlessMissing, wrong, type Finding } from './finding.ts';
import { deployedName } from './functions.ts';
import { isBehind, streamAgeMs } from './stream-age.ts';

/** Lambda's status for a failed batch: `PROBLEM: Function call failed`. */
const FAILING = /^PROBLEM/;

interface Clients {
  readonly lambda: LambdaClient;
  readonly db: DynamoDBClient;
  readonly cloudWatch: CloudWatchClient;
}

interface Source {
  readonly label: string;
  readonly functionName: string;
  readonly table: string;
  readonly streamArn: string | undefined;
}

function mappingFaults({ label, streamArn }: Source, mapping: EventSourceMappingConfiguration): Finding[] {
  const { UUID = '', State = '', LastProcessingResult = '', EventSourceArn } = mapping;
  const enable = `\`aws lambda update-event-source-mapping --uuid ${UUID} --enabled\``;
  const failing = 'CloudWatch, query `failures`; what failed too often is shown by `npm run channels -- list`.';
  return [
    ...(State === 'Enabled'
      ? []
      : [wrong(`${label} is ${State}`, State === 'Disabled' ? enable : 'Wait a minute, look again.')]),
    ...(FAILING.test(LastProcessingResult) ? [wrong(`${label} falls behind: ${LastProcessingResult}`, failing)] : []),
    ...(streamArn === undefined || EventSourceArn === streamArn
      ? []
      : [
          wrong(
            `${label} reads a stream that the table no longer has`,
            `Deploy with --param calendarStream=ARN or adsStream=ARN: ${streamArn} (OPERATIONS.md, restore).`,
          ),
        ]),
  ];
}

async function ageFaults(cloudWatch: CloudWatchClient, { label, functionName }: Source): Promise<Finding[]> {
  const ageMs = await streamAgeMs(cloudWatch, functionName);
  if (!isBehind(ageMs)) return [];
  const minutes = String(Math.round(ageMs / 60_000));
  const advice =
    'It is held up by a change that fails (CloudWatch, query `failures`), or too slow for what changes: OPERATIONS.md, alarms.';
  return [wrong(`${label} is ${minutes} minutes behind`, advice)];
}

async function checkSource({ lambda, cloudWatch }: Clients, source: Source, stage: string): Promise<Finding[]> {
  const { label, functionName, table } = source;
  const { EventSourceMappings = [] } =
    (await unlessMissing(lambda.send(new ListEventSourceMappingsCommand({ FunctionName: functionName })))) ?? {};
  const mapping = EventSourceMappings.find(({ EventSourceArn = '' }) => EventSourceArn.includes(`:table/${table}/`));
  if (mapping === undefined) return [wrong(`${label}: nothing reads it`, `\`npm run deploy -- --stage ${stage}\``)];
  const slow = await checked(`age of the ${label}`, () => ageFaults(cloudWatch, source));
  return faultsOrPassed([...mappingFaults(source, mapping), ...slow], `${label} is read, not failing and not behind`);
}

export async function checkEventSources(
  clients: Clients,
  { functions, tables }: Pick<Deployment, 'functions' | 'tables'>,
  stage: string,
): Promise<Finding[]> {
  const sources = functions.flatMap(({ name, streams }) => streams.map(({ table }) => ({ name, table })));
  const each = sources.map(({ name, table: logicalId }) => {
    const table = tables.find((definition) => definition.logicalId === logicalId)?.create.TableName ?? logicalId;
    const label = `stream of ${table} for ${name}`;
    return checked(label, async () => {
      const described = await unlessMissing(clients.db.send(new DescribeTableCommand({ TableName: table })));
      const streamArn = described?.Table?.LatestStreamArn;
      return checkSource(clients, { label, functionName: deployedName(stage, name), table, streamArn }, stage);
    });
  });
  return (await Promise.all(each)).flat();
}
