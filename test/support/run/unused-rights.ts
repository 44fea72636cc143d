/** Which statements of the functions' roles no test of a whole run has used. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { roleStatements } from '#lib/local/lambda/iam/role-statements';
import { readDeployment } from '#lib/package/template/deployment';

/**
 * What Lambda itself does in the function's name: it writes logs, reads streams and queues, and looks at the bucket
 * that takes what failed.
 */
const BY_LAMBDA = /^logs:|^sqs:(?!SendMessage$)|^dynamodb:(DescribeStream|GetRecords|GetShardIterator|ListStreams)$/;
const LOOKS_AT_BUCKET = (functionName: string, actions: readonly string[]): boolean =>
  ['notify', 'propagate'].includes(functionName) && actions.join() === 's3:ListBucket';

/** `function: actions on resources` */
export function unusedRights(folder: string): string[] {
  const lines = existsSync(folder)
    ? readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    : [];
  const used = new Set(lines.map((line) => line.split(' ').slice(0, 2).join(' ')));
  const stage = readDeployment('test');
  return stage.functions.flatMap(({ name }) =>
    roleStatements(name, stage).flatMap(({ actions, resources }, index) => {
      const isOfLambda = actions.every((action) => BY_LAMBDA.test(action)) || LOOKS_AT_BUCKET(name, actions);
      return isOfLambda || used.has(`${name} ${String(index)}`)
        ? []
        : [`${name}: ${actions.join(', ')} on ${resources.join(', ')}`];
    }),
  );
}
