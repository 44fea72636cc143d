/**
 * The permissions that an Athena query needs. Athena reads its catalogue and the files, and writes the result, with the
 * caller's permissions: https://docs.aws.amazon.com/athena/latest/ug/s3-permissions.html,
 * https://docs.aws.amazon.com/athena/latest/ug/fine-grained-access-to-glue-resources.html
 */
import { WAREHOUSE } from '#lib/ads/import/warehouse-keys';
import { athenaNames, CONVERSIONS_PREFIX } from '#lib/stores/athena/names';
import { bucketArn, glueArn, originalOf, workGroupArn } from './arns.ts';
import type { Access } from './policy.ts';

interface AthenaInput {
  readonly QueryString?: string;
  readonly WorkGroup?: string;
  readonly ResultConfiguration?: { readonly OutputLocation?: string };
}

/** Access to a table needs access to its database and to the catalogue as well. */
const catalogueAccesses = (action: string, ...paths: readonly string[]): Access[] =>
  ['catalog', ...paths].map((path) => ({ action: `glue:${action}`, resource: glueArn(path) }));

function readAccesses(bucket: string, database: string, table: string): Access[] {
  const prefix = table === 'conversions' ? CONVERSIONS_PREFIX : `${WAREHOUSE}${table}/`;
  const paths = [`database/${database}`, `table/${database}/${table}`];
  return [
    ...catalogueAccesses('GetDatabase', `database/${database}`),
    ...catalogueAccesses('GetTable', ...paths),
    ...catalogueAccesses('GetPartitions', ...paths),
    { action: 's3:ListBucket', resource: bucketArn(bucket), context: { 's3:prefix': prefix } },
    { action: 's3:GetObject', resource: `${bucketArn(bucket)}/${prefix}file` },
  ];
}

function queryAccesses(text: string, output: string): Access[] {
  const [, name = '', folder = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(output) ?? [];
  const bucket = originalOf(name);
  const tables = [...text.matchAll(/\bFROM (\w+)\.(\w+)/g)];
  return [
    { action: 's3:GetBucketLocation', resource: bucketArn(bucket) },
    { action: 's3:PutObject', resource: `${bucketArn(bucket)}/${folder}result.csv` },
    ...tables.flatMap(([, database = '', table = '']) => readAccesses(bucket, database, table)),
  ];
}

/** `name` is Athena's command name: `StartQueryExecution`. Calls about a running query do not name its work group. */
export function athenaAccesses(
  name: string,
  { QueryString, WorkGroup = athenaNames(process.env).workGroup, ResultConfiguration = {} }: AthenaInput,
): Access[] {
  const itself = { action: `athena:${name}`, resource: workGroupArn(WorkGroup) };
  return [
    itself,
    ...(QueryString === undefined ? [] : queryAccesses(QueryString, ResultConfiguration.OutputLocation ?? '')),
  ];
}
