import { refusalOf } from '#lib/api/process/outgoing-calls';

export interface ObjectPlace {
  readonly Bucket: string;
  readonly Key: string;
}

/**
 * S3 tells only those who may list the bucket there that an object is missing, and 403 to all others. The object's key
 * counts as the prefix: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html,
 * https://github.com/ceph/ceph/pull/68577
 */
export const refusalToTellMissing = ({ Bucket, Key }: ObjectPlace): string | undefined =>
  refusalOf('s3', 'ListObjectsV2', { Bucket, Prefix: Key });
