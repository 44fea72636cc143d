/** The one S3 client of a process. Servers on this machine have no host name for each bucket. */
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { refusalOf } from '#lib/api/outgoing-calls';

export const objects: S3Client = new S3Client({ forcePathStyle: process.env['AWS_ENDPOINT_URL_S3'] !== undefined, maxAttempts: 4 });

objects.middlewareStack.add(
  (next, { commandName = '' }) => (args) => {
    const message = refusalOf('s3', commandName.replace('Command', ''), args.input);
    if (message === undefined) return next(args);
    throw new S3ServiceException({ name: 'AccessDenied', $fault: 'client', message, $metadata: { httpStatusCode: 403 } });
  },
  { step: 'initialize', name: 'allowed' },
);
