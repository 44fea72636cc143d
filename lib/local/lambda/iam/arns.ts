/** ARNs of the local resources, in AWS's form. */

export const ACCOUNT = '000000000000';
const REGION = 'us-east-1';

export const tableArn = (name: string): string => `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${name}`;
export const bucketArn = (name: string): string => `arn:aws:s3:::${name}`;
export const queueArn = (name: string): string => `arn:aws:sqs:${REGION}:${ACCOUNT}:${name}`;
export const identityArn = (name: string): string => `arn:aws:ses:${REGION}:${ACCOUNT}:identity/${name}`;
export const workGroupArn = (name: string): string => `arn:aws:athena:${REGION}:${ACCOUNT}:workgroup/${name}`;
/** By its name or its ARN; Secrets Manager adds six characters to a name. */
export const secretArn = (id: string): string =>
  id.startsWith('arn:') ? id : `arn:aws:secretsmanager:${REGION}:${ACCOUNT}:secret:${id}-AbCdEf`;
export const SEARCH_DOMAIN_ARN = `arn:aws:es:${REGION}:${ACCOUNT}:domain/almanac`;
export const glueArn = (path: string): string => `arn:aws:glue:${REGION}:${ACCOUNT}:${path}`;
export const roleArn = (functionName: string): string =>
  `arn:aws:sts::${ACCOUNT}:assumed-role/${functionName}/${functionName}`;

/** Values of `AWS::Partition` and the like in the template. */
export const PSEUDO_PARAMETERS: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': REGION,
  'AWS::AccountId': ACCOUNT,
};

/** Tables and buckets that tests create, with the template's resource whose permissions apply to them. */
const aliases = new Map<string, string>();

export function registerTableAlias(name: string, original: string): void {
  aliases.set(name, original);
}

export const originalOf = (name: string): string => aliases.get(name) ?? name;
