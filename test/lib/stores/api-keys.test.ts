import { describe, expect, test } from '@jest/globals';
import { hashKey, newKey, type ApiKey } from '#lib/api/api-keys';
import { config } from '#lib/runtime/process/config';
import { randomIds } from '#lib/runtime/process/ids';
import { documents } from '#lib/stores/dynamodb/client/client';
import { dynamoApiKeys } from '#lib/stores/dynamodb/platform/api-keys';

const keys = dynamoApiKeys(documents, config.booksTable);
const apiKey = (changes: Partial<ApiKey> = {}): ApiKey => ({
  hash: hashKey(newKey(randomIds)),
  label: 'shop',
  created: '2026-01-05T12:00:00.000Z',
  ...changes,
});

describe('API keys', () => {
  test('are found by their hash', async () => {
    const key = apiKey();
    await keys.add(key);

    expect(await keys.find(key.hash)).toEqual(key);
    expect(await keys.find(apiKey().hash)).toBeUndefined();
  });

  test('are listed oldest first', async () => {
    const [younger, older] = [
      apiKey({ created: '2026-02-01T00:00:00.000Z' }),
      apiKey({ created: '2026-01-01T00:00:00.000Z' }),
    ];
    await keys.add(younger);
    await keys.add(older);

    const listed = await keys.list();
    expect(listed.filter(({ hash }) => hash === older.hash || hash === younger.hash)).toEqual([older, younger]);
  });

  test('are gone when removed, and removing says whether there was one', async () => {
    const key = apiKey();
    await keys.add(key);

    expect([await keys.remove(key.hash), await keys.remove(key.hash)]).toEqual([true, false]);
    expect(await keys.find(key.hash)).toBeUndefined();
  });

  test('belong to one service', async () => {
    const key = apiKey();
    await keys.add(key);

    expect(await dynamoApiKeys(documents, config.calendarTable).find(key.hash)).toBeUndefined();
  });
});
