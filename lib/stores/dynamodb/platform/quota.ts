/** One counter item for each bucket and minute, raised by conditional updates. */
import type { Lease, QuotaStore } from '#lib/api/quota';
import { UpdateCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { ConditionalCheckFailedException } from '#lib/stores/dynamodb/client/exceptions';
import { quotaKey } from './platform-keys.ts';

const VERSION = 1;
const KEPT_SECONDS = 300;

export function dynamoQuota(db: DocumentClient, TableName: string): QuotaStore {
  const take = ({ bucket, minute, minutes = 0, ceiling }: Lease, units: number) =>
    db.send(
      new UpdateCommand({
        TableName,
        Key: quotaKey(bucket, minute),
        UpdateExpression: 'SET v = :version, expires = :expires ADD used :units',
        ConditionExpression: 'attribute_not_exists(used) OR used <= :most',
        ExpressionAttributeValues: {
          ':version': VERSION,
          ':expires': (minute + minutes) * 60 + KEPT_SECONDS,
          ':units': units,
          ':most': ceiling - units,
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );

  return {
    // An update that the SDK repeats after a lost answer may count twice: too few units are then leased, never too
    // many.
    async lease(lease) {
      let units = Math.min(lease.units, lease.ceiling);
      while (units > 0) {
        try {
          await take(lease, units);
          return units;
        } catch (error) {
          if (!(error instanceof ConditionalCheckFailedException)) throw error;
          units = lease.ceiling - Number(error.Item?.['used']?.N);
        }
      }
      return 0;
    },
  };
}
