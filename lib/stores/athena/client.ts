import { AthenaClient, AthenaServiceException } from '@aws-sdk/client-athena';
import { refusalOf } from '#lib/api/process/outgoing-calls';

/** Calls that the local stack's IAM refuses are not sent to Athena. */
export function athenaClient(): AthenaClient {
  const client = new AthenaClient();
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        const message = refusalOf('athena', commandName.replace('Command', ''), args.input);
        if (message === undefined) return next(args);
        const name = 'AccessDeniedException';
        throw new AthenaServiceException({ name, $fault: 'client', message, $metadata: { httpStatusCode: 400 } });
      },
    { step: 'initialize', name: 'allowed' },
  );
  return client;
}
