/** The one S3 client of a process. Servers on this machine have no host name for each bucket. */
import { S3Client } from '@aws-sdk/client-s3';

export const objects: S3Client = new S3Client({ forcePathStyle: process.env['AWS_ENDPOINT_URL_S3'] !== undefined, maxAttempts: 4 });
