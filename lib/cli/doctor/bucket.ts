/** The bucket of a deployed stage, compared with its rules in serverless.yml. */
import {
  GetBucketEncryptionCommand,
  GetPublicAccessBlockCommand,
  HeadBucketCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { faultsOrPassed, unlessMissing, wrong, type Finding } from './finding.ts';
import { lifecycleFaults } from './lifecycle.ts';
import type { Bucket } from './stage-bucket.ts';

async function publicFaults(s3: S3Client, { name: Bucket, rules, stage }: Bucket): Promise<Finding[]> {
  const { PublicAccessBlockConfiguration: found = {} } =
    (await unlessMissing(s3.send(new GetPublicAccessBlockCommand({ Bucket })))) ?? {};
  const off = Object.entries(rules.publicAccessBlock).filter(
    ([name, isOn]) => isOn && Reflect.get(found, name) !== true,
  );
  const names = off.map(([name]) => name).join(', ');
  const advice = `Block public access in its permissions, or \`npm run deploy -- --stage ${stage}\` with a change of it.`;
  return off.length === 0 ? [] : [wrong(`bucket ${Bucket} may become public: ${names} off`, advice)];
}

async function encryptionFaults(s3: S3Client, { name: Bucket, rules }: Bucket): Promise<Finding[]> {
  const { ServerSideEncryptionConfiguration: found } =
    (await unlessMissing(s3.send(new GetBucketEncryptionCommand({ Bucket })))) ?? {};
  const algorithms = found?.Rules?.map((rule) => rule.ApplyServerSideEncryptionByDefault?.SSEAlgorithm) ?? [];
  // A customer's own KMS key is accepted too.
  if (algorithms.some((algorithm) => algorithm === rules.encryption || algorithm?.startsWith('aws:kms'))) return [];
  return [
    wrong(`bucket ${Bucket} does not encrypt by ${rules.encryption}`, 'Switch default encryption on (S3, Properties).'),
  ];
}

export async function checkBucket(s3: S3Client, bucket: Bucket): Promise<Finding[]> {
  const there = await unlessMissing(s3.send(new HeadBucketCommand({ Bucket: bucket.name })));
  if (there === undefined)
    return [wrong(`bucket ${bucket.name} is not there`, `\`npm run deploy -- --stage ${bucket.stage}\``)];
  const faults = await Promise.all([
    publicFaults(s3, bucket),
    encryptionFaults(s3, bucket),
    lifecycleFaults(s3, bucket),
  ]);
  return faultsOrPassed(
    faults.flat(),
    `bucket ${bucket.name}: closed to the public, encrypted, with its lifecycle rules`,
  );
}
