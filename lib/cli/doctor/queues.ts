/** Checks the event source mappings that pass messages of queues to functions. */
import { ListEventSourceMappingsCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import type { Deployment } from '#lib/package/template/deployment';
import { checked, passed, unlessMissing, wrong, type Finding } from './finding.ts';
import { deployedName } from './functions.ts';

async function checkQueue(lambda: LambdaClient, stage: string, name: string, queue: string): Promise<Finding[]> {
  const label = `queue ${queue} for ${name}`;
  const asked = lambda.send(new ListEventSourceMappingsCommand({ FunctionName: deployedName(stage, name) }));
  const { EventSourceMappings = [] } = (await unlessMissing(asked)) ?? {};
  const mapping = EventSourceMappings.find(({ EventSourceArn = '' }) => EventSourceArn.endsWith(`:${queue}`));
  if (mapping === undefined) return [wrong(`${label}: nothing reads it`, `\`npm run deploy -- --stage ${stage}\``)];
  const { State = '', UUID = '' } = mapping;
  if (State === 'Enabled') return [passed(`${label} is read`)];
  const enable = `\`aws lambda update-event-source-mapping --uuid ${UUID} --enabled\``;
  return [wrong(`${label} is ${State}`, State === 'Disabled' ? enable : 'Wait a minute, look again.')];
}

export async function checkQueues(
  lambda: LambdaClient,
  { functions, queues }: Pick<Deployment, 'functions' | 'queues'>,
  stage: string,
): Promise<Finding[]> {
  const read = functions.flatMap(({ name, queues: sources }) => sources.map((source) => ({ name, id: source.queue })));
  const each = read.map(({ name, id }) => {
    const queue = queues.find(({ logicalId }) => logicalId === id)?.name ?? id;
    return checked(`queue ${queue}`, () => checkQueue(lambda, stage, name, queue));
  });
  return (await Promise.all(each)).flat();
}
