/** Amazon's own client of S3: what tests put there and look at does not go through ours. */
import { S3Client } from '@aws-sdk/client-s3';

export const objects = new S3Client({ forcePathStyle: true, maxAttempts: 4 });
