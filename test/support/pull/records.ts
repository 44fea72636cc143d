/** What a stream would hand over about some partitions of the calendar table. */
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { config } from '#lib/runtime/process/config';
import { documents } from '#lib/stores/dynamodb/client/client';
import { queryAll } from '#lib/stores/dynamodb/commands/query';
import type { Item } from '#lib/stores/dynamodb/item';

const keyOf = ({ pk, sk }: Item): string => `${String(pk)}\0${String(sk)}`;

/** By key. */
export async function itemsOf(...partitions: readonly string[]): Promise<ReadonlyMap<string, Item>> {
  const lists = await Promise.all(
    partitions.map((pk) => queryAll(documents, config.calendarTable, { pk, by: 'sk', from: ' ', to: '~' })),
  );
  return new Map(lists.flat().map((item) => [keyOf(item), item]));
}

const imageOf = (item: Item): NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']> =>
  marshall(item, { removeUndefinedValues: true }) as NonNullable<DynamoDBRecord['dynamodb']>['NewImage'] & object;

/** Records of items that are new or changed. */
export const recordsBetween = (before: ReadonlyMap<string, Item>, after: ReadonlyMap<string, Item>): DynamoDBRecord[] =>
  [...after].flatMap(([key, item]) => {
    const former = before.get(key);
    if (former !== undefined && JSON.stringify(former) === JSON.stringify(item)) return [];
    const { pk, sk } = item;
    return [
      {
        dynamodb: {
          Keys: imageOf({ pk, sk }),
          NewImage: imageOf(item),
          ...(former !== undefined && { OldImage: imageOf(former) }),
        },
      },
    ];
  });
