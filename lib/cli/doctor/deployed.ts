/** All checks of a deployed stage. */
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SIGN_IN_FUNCTION, SIGN_IN_TABLE } from '#lib/package/sign-in';
import { readDeployment } from '#lib/package/template/deployment';
import { readConfig, type Config } from '#lib/runtime/process/config';
import { checkBucket } from './bucket.ts';
import { checkClock } from './clock.ts';
import { checkEventSources } from './event-sources.ts';
import { isAccessError, checked, type Finding } from './finding.ts';
import { checkConcurrency, checkFunctions, checkQuota, deployedSettings } from './functions.ts';
import { checkIssuers } from './issuers.ts';
import { checkMail } from './mail.ts';
import { checkQueues } from './queues.ts';
import { checkTables } from './tables.ts';

/** An AWS URL whose answer has a `Date` header. */
async function addressOf(db: DynamoDBClient): Promise<string> {
  const given = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
  return given ?? db.config.endpointProvider({ Region: await db.config.region() }).url.href;
}

export const examineStage = (stage: string): Promise<Finding[]> => checked('AWS', () => examine(stage));

/** Undefined if they cannot be read: the check of the functions reports why. */
async function settingsOf(lambda: LambdaClient, stage: string): Promise<Record<string, string> | undefined> {
  try {
    return await deployedSettings(lambda, stage);
  } catch (error) {
    if (isAccessError(error)) throw error;
    return undefined;
  }
}

async function examine(stage: string): Promise<Finding[]> {
  const deployment = readDeployment(stage);
  const [db, lambda, s3, ses] = [new DynamoDBClient(), new LambdaClient(), new S3Client(), new SESv2Client()];
  const settings = { ...deployment.environment, ...(await settingsOf(lambda, stage)), STAGE: stage };
  const advice = {
    make: `\`npm run deploy -- --stage ${stage}\``,
    replace:
      'Keys and local indexes cannot be changed in place: restore the table (OPERATIONS.md), or move into a new one.',
  };
  let config: Config | undefined;
  const readSettings = (): Finding[] => {
    config = readConfig(settings);
    return [];
  };
  const unread = await checked('settings', readSettings, 'Put it right in serverless.yml or in --param, and deploy.');
  if (config === undefined) return unread;
  const { bucket, mailSender, issuers, signIn } = config;
  const tables = deployment.tables.filter(({ logicalId }) => signIn !== undefined || logicalId !== SIGN_IN_TABLE);
  const functions = deployment.functions.filter(({ name }) => signIn !== undefined || name !== SIGN_IN_FUNCTION);
  const findings = await Promise.all([
    checkTables(db, tables, advice),
    checkEventSources({ db, lambda, cloudWatch: new CloudWatchClient() }, deployment, stage),
    checkQueues(lambda, deployment, stage),
    checkFunctions(lambda, functions, stage),
    checked('Lambda', () => checkConcurrency(lambda)),
    checked('quota', () => checkQuota(settings)),
    checked(`bucket ${bucket}`, () => checkBucket(s3, { name: bucket, rules: deployment.bucketRules, stage })),
    checked('mail', () => checkMail(ses, mailSender)),
    checkIssuers(issuers),
    checked('clock', async () => checkClock('AWS', await addressOf(db))),
  ]);
  return findings.flat();
}
