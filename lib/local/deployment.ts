/** What `serverless.yml` declares, read for a stage on this machine. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CreateTableInput } from '@aws-sdk/client-dynamodb';
import { parse, type CollectionTag, type ScalarTag } from 'yaml';

export interface TableDefinition {
  readonly logicalId: string;
  readonly create: CreateTableInput & { readonly TableName: string };
  readonly ttlAttribute: string | undefined;
}

export interface Deployment {
  readonly tables: readonly TableDefinition[];
}

interface Resource {
  readonly Type: string;
  readonly Properties?: unknown;
}

interface TableResource extends Resource {
  readonly Properties: Omit<CreateTableInput, 'TableName'> & {
    readonly TableName: string;
    readonly TimeToLiveSpecification?: { readonly AttributeName: string };
  };
}

const isTable = (resource: Resource): resource is TableResource => resource.Type === 'AWS::DynamoDB::Table';

interface ServerlessFile {
  readonly resources: { readonly Resources: Readonly<Record<string, Resource>> };
}

const INTRINSICS = ['Ref', 'GetAtt', 'Sub', 'Join', 'If', 'Equals', 'Not', 'And', 'Or', 'Select', 'Split', 'ImportValue', 'Condition', 'FindInMap'];

const intrinsicTags = INTRINSICS.flatMap((name): (ScalarTag | CollectionTag)[] => {
  const tag = `!${name}`;
  return [
    { tag, resolve: (text) => ({ [name]: text }) },
    { tag, collection: 'seq', resolve: (node) => ({ [name]: node.toJSON() as unknown }) },
    { tag, collection: 'map', resolve: (node) => ({ [name]: node.toJSON() as unknown }) },
  ];
});

const readYaml = (path: string, stage: string): unknown =>
  parse(readFileSync(path, 'utf8').replaceAll('${sls:stage}', stage), { customTags: intrinsicTags, merge: true });

export function readDeployment({ root, stage }: { root: string; stage: string }): Deployment {
  const file = readYaml(join(root, 'serverless.yml'), stage) as ServerlessFile;
  return { tables: Object.entries(file.resources.Resources).flatMap(tableDefinition) };
}

function tableDefinition([logicalId, resource]: [string, Resource]): TableDefinition[] {
  if (!isTable(resource)) return [];
  const { TableName, AttributeDefinitions, KeySchema, LocalSecondaryIndexes, GlobalSecondaryIndexes, StreamSpecification, TimeToLiveSpecification } =
    resource.Properties;
  return [
    {
      logicalId,
      create: {
        TableName,
        AttributeDefinitions,
        KeySchema,
        BillingMode: 'PAY_PER_REQUEST',
        ...(LocalSecondaryIndexes && { LocalSecondaryIndexes }),
        ...(GlobalSecondaryIndexes && { GlobalSecondaryIndexes }),
        ...(StreamSpecification && { StreamSpecification: { ...StreamSpecification, StreamEnabled: true } }),
      },
      ttlAttribute: TimeToLiveSpecification?.AttributeName,
    },
  ];
}
