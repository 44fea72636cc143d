import type { Issuer } from '#lib/middleware/auth/issuer';
import { DATABASE_VARIABLE } from './database/current-database.ts';
import { LOCAL_ISSUER } from './sign-in/issuer.ts';

export interface LocalStage {
  readonly stage: string;
  readonly bucket: string;
  readonly issuers: readonly Issuer[];
  /** The variables that lead to the database. */
  readonly database: Readonly<Record<string, string>>;
  /** The URL of the object storage. */
  readonly s3: string;
  /** The URL of the server that refuses calls to all other AWS services. */
  readonly otherServices?: string;
  /** The folder for mail; without it no mail is written. */
  readonly outbox?: string;
  /** URLs of the queues by the variables that name them; without them the schedules do their work. */
  readonly queues?: Readonly<Record<string, string>>;
  /** The folder for drafts of imports, which belong to the data. */
  readonly importFolder?: string;
}

const QUEUE_VARIABLES = ['PUSH_QUEUE', 'LETTER_QUEUE'];
const NO_QUEUES = Object.fromEntries(QUEUE_VARIABLES.map((variable) => [variable, '']));

/** In the template's environment, these variables hold the names of the queues. */
export const queueUrls = (
  environment: Readonly<Record<string, string>>,
  urlOf: (queueName: string) => string,
): Record<string, string> =>
  Object.fromEntries(QUEUE_VARIABLES.map((variable) => [variable, urlOf(environment[variable] ?? '')]));

/**
 * The environment variables that differ from a deployed stage: local issuer, no quota, message receivers on this
 * machine, mail into a folder, and the SDK pointed to the local servers.
 */
export const localEnvironment = ({
  stage,
  bucket,
  issuers,
  database,
  s3,
  otherServices,
  outbox,
  queues = NO_QUEUES,
  importFolder,
}: LocalStage): Record<string, string> => ({
  STAGE: stage,
  BUCKET: bucket,
  ISSUERS: JSON.stringify(issuers),
  QUOTA_USER_PER_MINUTE: '0',
  QUOTA_STAGE_PER_MINUTE: '0',
  QUOTA_ADS_PER_SECOND: '0',
  ALMANAC_LOOPBACK_WEBHOOKS: 'on',
  ...queues,
  SIGN_IN: 'on',
  SIGN_IN_WITHOUT_PASSWORD: 'on',
  SIGN_IN_ISSUER: LOCAL_ISSUER,
  ...(outbox !== undefined && { MAIL_OUTBOX: outbox }),
  ...(importFolder !== undefined && { IMPORT_FOLDER: importFolder }),
  ...database,
  AWS_ENDPOINT_URL_S3: s3,
  ...(otherServices !== undefined && { AWS_ENDPOINT_URL: otherServices }),
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
});

/**
 * Sets variables of this process, in the place of all that it has of another stage and of somebody's own account: a
 * profile would be asked for credentials, and other settings would lead to Amazon or to another database.
 */
export function useEnvironment(variables: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(process.env))
    if (name.startsWith('AWS_') || name === DATABASE_VARIABLE) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, variables);
}
