/** Injects faults below the retries: every attempt may fail, as on a real network. */
import { currentDatabase } from '#lib/local/database/current-database';
import { wrapCalls } from '#lib/stores/dynamodb/client/call-wrappers';
import type { DocumentClient } from '#lib/stores/dynamodb/client/commands';
import {
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
} from '#lib/stores/dynamodb/client/exceptions';
import { withRetries } from '#lib/stores/dynamodb/client/retries';
import { wrapExchanges } from '#lib/stores/s3/exchange';
import { withFault, type Faults } from './faults.ts';

const $metadata = { httpStatusCode: 400 };
const throughputExceeded = (): Error =>
  new ProvisionedThroughputExceededException({
    message: 'The level of configured provisioned throughput was exceeded.',
    $metadata,
  });

/** Transactions report throttling as a cancellation, which the SDK does not retry. */
const cancelled = (items: readonly unknown[]): Error =>
  new TransactionCanceledException({
    message: 'Transaction cancelled',
    CancellationReasons: items.map((_, index) => ({ Code: index === 0 ? 'ThrottlingError' : 'None' })),
    $metadata,
  });

const throttledBy = (input: object) => (): Error =>
  'TransactItems' in input && Array.isArray(input.TransactItems)
    ? cancelled(input.TransactItems)
    : throughputExceeded();

/** With Amazon's database every attempt may fail; the embedded one has none, so its retries are here. */
export function injectIntoDatabase(client: DocumentClient, faults: Faults): void {
  const isEmbedded = currentDatabase() !== undefined;
  wrapCalls(client, (name, input, call) => {
    const attempt = () => withFault(faults(name), throttledBy(input), call);
    return isEmbedded ? withRetries(attempt) : attempt();
  });
}

const connectionLost = (): Error => new Error('socket hang up');

export function injectIntoStorage(faults: Faults): void {
  wrapExchanges(
    (exchange) => (request) =>
      withFault(
        faults(request.method),
        connectionLost,
        () => exchange(request),
        (answer) => answer.destroy(),
      ),
  );
}
