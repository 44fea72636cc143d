import { hashKey, newKey } from '#lib/api/api-keys';
import { config } from '#lib/runtime/process/config';
import { randomIds } from '#lib/runtime/process/ids';
import { documents } from '#lib/stores/dynamodb/client/client';
import { dynamoApiKeys } from '#lib/stores/dynamodb/platform/api-keys';

/** A key that opens what is public in the calendar service. */
export async function calendarKey(): Promise<string> {
  const key = newKey(randomIds);
  await dynamoApiKeys(documents, config.calendarTable).add({
    hash: hashKey(key),
    label: 'test',
    created: new Date().toISOString(),
  });
  return key;
}
