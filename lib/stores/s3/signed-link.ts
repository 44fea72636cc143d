/** Links to files that are too large for a function's answer. */
import { GetObjectCommand, S3Client, type GetObjectCommandInput } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { checked } from './client.ts';

/** S3 checks it when the download begins. */
const LINK_SECONDS = 60;

let apart: S3Client | undefined;

/**
 * Clients drop their token when a redirect leads to another host, and S3 refuses a request that carries both a token
 * and a signature. On one machine the storage has the gateway's own address, so links call it by another name.
 */
function signer(client: S3Client): S3Client {
  const endpoint = process.env['AWS_ENDPOINT_URL_S3'];
  if (endpoint === undefined || !endpoint.includes('//127.0.0.1:')) return client;
  return (apart ??= checked(
    new S3Client({ forcePathStyle: true, endpoint: endpoint.replace('//127.0.0.1:', '//localhost:') }),
  ));
}

/** A signed address that needs no token, and works for a minute unless another time is given. */
export const signedLink = (
  client: S3Client,
  file: GetObjectCommandInput,
  expiresIn: number = LINK_SECONDS,
): Promise<string> => getSignedUrl(signer(client), new GetObjectCommand(file), { expiresIn });
