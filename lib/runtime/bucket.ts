/** The bucket of the stage. */
import { config } from '#lib/runtime/process/config';
import { readRegion } from '#lib/stores/aws/settings';
import { signedBucket } from '#lib/stores/s3/signed-bucket';

const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = process.env;

export const bucket = signedBucket({
  bucket: config.bucket,
  region: readRegion,
  endpoint: AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL,
});
