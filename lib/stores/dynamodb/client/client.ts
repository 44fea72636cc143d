/** The one DynamoDB client of a process. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { givenClient } from './given-client.ts';
import { MARSHALLING } from './marshalling.ts';
import { metered } from './metered.ts';
import { refusalOr } from './refusals.ts';

function connectToAmazon(): DynamoDBDocumentClient {
  const isDeployed = process.env['AWS_ENDPOINT_URL_DYNAMODB'] === undefined;
  // A busy laptop's database may take its time, and waiting for one of the 50 sockets counts as connecting. Without the
  // last one the SDK only warns.
  const patience = isDeployed
    ? { connectionTimeout: 2_000, requestTimeout: 10_000, throwOnRequestTimeout: true }
    : { connectionTimeout: 60_000 };
  const client = new DynamoDBClient({ maxAttempts: 4, requestHandler: patience });
  // It copies every answer for a log that nobody keeps: a seventh of the processor time of a list of events.
  client.middlewareStack.remove('loggerMiddleware');
  client.middlewareStack.add(
    (next) => async (args) => {
      // A program that forgot to take the embedded database would write to another one.
      if (process.env['ALMANAC_DATABASE'] !== undefined)
        throw new Error('The database is embedded: call useDatabase() before the stores are loaded.');
      try {
        return await next(args);
      } catch (error) {
        throw refusalOr(error);
      }
    },
    { step: 'initialize', name: 'refusals' },
  );
  // A copy: the document client writes into what it is given.
  return metered(DynamoDBDocumentClient.from(client, { marshallOptions: { ...MARSHALLING } }));
}

/** A connection of one's own. */
export const connect = (): DynamoDBDocumentClient => givenClient() ?? connectToAmazon();

export const documents: DynamoDBDocumentClient = connect();
