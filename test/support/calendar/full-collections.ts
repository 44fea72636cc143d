/** Partitions that hold all that DynamoDB lets them hold, 10 GB, without writing so much. */
import { wrapCalls } from '#lib/stores/dynamodb/client/call-wrappers';
import type { DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { TransactionCanceledException } from '#lib/stores/dynamodb/client/exceptions';

type Values = Readonly<Record<string, unknown>>;
const textOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'S' in value ? value.S : value;

/**
 * From now on, transactions that put an item into one of these partitions are cancelled, as DynamoDB does it; but a
 * tombstone that has lost its description is smaller than the event was.
 */
export function fillCollections(client: DocumentClient): Set<string> {
  const full = new Set<string>();
  const grows = ({ Put }: { readonly Put?: { readonly Item?: Values } }): boolean =>
    full.has(String(textOf(Put?.Item?.['pk']))) &&
    (Put?.Item?.['expires'] === undefined || JSON.stringify(Put.Item).includes('long story'));
  const check = (input: object): void => {
    const { TransactItems = [] } = input as { readonly TransactItems?: readonly object[] };
    if (!TransactItems.some(grows)) return;
    throw new TransactionCanceledException({
      message: 'Transaction cancelled',
      CancellationReasons: TransactItems.map((item) => ({
        Code: grows(item) ? 'ItemCollectionSizeLimitExceeded' : 'None',
      })),
      $metadata: { httpStatusCode: 400 },
    });
  };
  wrapCalls(client, async (_name, input, call) => {
    check(input);
    return call();
  });
  return full;
}
