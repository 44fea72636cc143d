/** The one S3 client of a process. Servers on this machine have no host name for each bucket. */
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { refusalOf } from '#lib/api/process/outgoing-calls';
import { refusalToTellMissing, type ObjectPlace } from './missing-object.ts';

const denied = (message: string): S3ServiceException =>
  new S3ServiceException({ name: 'AccessDenied', $fault: 'client', message, $metadata: { httpStatusCode: 403 } });

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name);

/** Calls that the local stack's IAM refuses are not sent to S3. */
export function checked(client: S3Client): S3Client {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const refusal = refusalOf('s3', commandName.replace('Command', ''), args.input);
        if (refusal !== undefined) throw denied(refusal);
        try {
          return await next(args);
        } catch (error) {
          const hidden = isMissing(error) ? refusalToTellMissing(args.input as ObjectPlace) : undefined;
          throw hidden === undefined ? error : denied(hidden);
        }
      },
    { step: 'initialize', name: 'allowed' },
  );
  return client;
}

export const objects: S3Client = checked(
  new S3Client({ forcePathStyle: process.env['AWS_ENDPOINT_URL_S3'] !== undefined, maxAttempts: 4 }),
);
