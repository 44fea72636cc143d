import type { Issuer } from '#lib/middleware/auth/issuer';

export interface LocalStage {
  readonly stage: string;
  readonly bucket: string;
  readonly issuers: readonly Issuer[];
  /** The variables that lead to the database. */
  readonly database: Readonly<Record<string, string>>;
  /** The address of the object storage. */
  readonly s3: string;
  /** The address of what refuses calls to all other services. */
  readonly otherServices?: string;
  /** The folder that takes mail; nothing is mailed without. */
  readonly outbox?: string;
}

/**
 * What differs from a deployed stage: our own issuer, no quota, receivers of messages on this machine, mail into a
 * folder, and the SDK led to the local servers.
 */
export const localEnvironment = ({
  stage,
  bucket,
  issuers,
  database,
  s3,
  otherServices,
  outbox,
}: LocalStage): Record<string, string> => ({
  STAGE: stage,
  BUCKET: bucket,
  ISSUERS: JSON.stringify(issuers),
  QUOTA_USER_PER_MINUTE: '0',
  QUOTA_STAGE_PER_MINUTE: '0',
  QUOTA_ADS_PER_SECOND: '0',
  ALMANAC_LOOPBACK_WEBHOOKS: 'on',
  ...(outbox !== undefined && { MAIL_OUTBOX: outbox }),
  ...database,
  AWS_ENDPOINT_URL_S3: s3,
  ...(otherServices !== undefined && { AWS_ENDPOINT_URL: otherServices }),
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
});
