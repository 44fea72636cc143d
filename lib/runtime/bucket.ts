/** The bucket of the stage. */
import { config } from '#lib/runtime/process/config';
import { signedBucket } from '#lib/stores/s3/signed-bucket';

const { AWS_REGION: region = 'us-east-1', AWS_ENDPOINT_URL_S3: endpoint } = process.env;

export const bucket = signedBucket({ bucket: config.bucket, region, endpoint });
