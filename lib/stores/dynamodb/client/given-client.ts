/** Where a local stack hands over the database that stands in for Amazon's, before anything opens a connection. */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

let open: (() => DynamoDBDocumentClient) | undefined;

/** From now on, connections of this process are opened in this way; undefined goes back to Amazon's client. */
export function giveClient(opening: (() => DynamoDBDocumentClient) | undefined): void {
  open = opening;
}

/** Undefined where nothing was handed over: Amazon's client it is. */
export const givenClient = (): DynamoDBDocumentClient | undefined => open?.();
