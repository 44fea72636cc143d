/** Everything that the doctor looks at on a deployed stage. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { readDeployment } from '#lib/local/deployment';
import { readConfig } from '#lib/runtime/config';
import { checkBucket } from './bucket.ts';
import { checkClock } from './clock.ts';
import { checkEventSources } from './event-sources.ts';
import { checked, type Finding } from './finding.ts';
import { checkConcurrency, checkFunctions, checkQuota, deployedSettings } from './functions.ts';
import { checkIssuers } from './issuers.ts';
import { checkMail } from './mail.ts';
import { checkTables } from './tables.ts';

/** An address of AWS whose answer is dated. */
async function addressOf(db: DynamoDBClient): Promise<string> {
  const given = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
  return given ?? db.config.endpointProvider({ Region: await db.config.region() }).url.href;
}

/** What cannot be read stops the functions, too. */
export const examineStage = (stage: string): Promise<Finding[]> =>
  checked('settings', () => examine(stage), 'Put the setting right in serverless.yml or in --param, and deploy.');

async function examine(stage: string): Promise<Finding[]> {
  const deployment = readDeployment(stage);
  const [db, lambda, s3, ses] = [new DynamoDBClient(), new LambdaClient(), new S3Client(), new SESv2Client()];
  // Where they cannot be read, the functions' own check says why.
  const deployed = await deployedSettings(lambda, stage).catch(() => undefined);
  const settings = { ...deployment.environment, ...deployed };
  const advice = {
    make: `\`npm run deploy -- --stage ${stage}\``,
    replace: 'Keys and local indexes cannot be changed in place: restore the table (OPERATIONS.md), or move into a new one.',
  };
  const { bucket, mailSender, issuers } = readConfig({ ...settings, STAGE: stage });
  const findings = await Promise.all([
    checkTables(db, deployment.tables, advice),
    checkEventSources({ db, lambda }, deployment, stage),
    checkFunctions(lambda, deployment.functions, stage),
    checked('Lambda', () => checkConcurrency(lambda)),
    checked('quota', () => checkQuota(settings)),
    checked(`bucket ${bucket}`, () => checkBucket(s3, { name: bucket, rules: deployment.bucketRules, stage })),
    checked('mail', () => checkMail(ses, mailSender)),
    checkIssuers(issuers),
    checked('clock', async () => checkClock('AWS', await addressOf(db))),
  ]);
  return findings.flat();
}
