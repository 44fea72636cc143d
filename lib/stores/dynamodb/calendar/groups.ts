import type { Group } from '#lib/calendar/model/groups';
import type { GroupStore } from '#lib/calendar/stores/groups';
import { GetCommand, UpdateCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { batchPut } from '#lib/stores/dynamodb/commands/batch-put';
import { batchRemove } from '#lib/stores/dynamodb/commands/batch-remove';
import { queryAll } from '#lib/stores/dynamodb/commands/query';
import type { Item } from '#lib/stores/dynamodb/item';
import { SCHEMA_VERSION } from './items/items.ts';
import { groupKey, groupsKey, groupsRange } from './items/keys.ts';

const versionIn = (item: Item | undefined): number => Number(item?.['version'] ?? 0);

const groupItem = (group: Group): Item => ({ ...groupKey(group.address), v: SCHEMA_VERSION, ...group });

const readGroup = (item: Item): Group => ({ address: String(item['address']), members: item['members'] as string[] });

export function dynamoGroups(db: DocumentClient, TableName: string): GroupStore {
  return {
    async version() {
      return versionIn((await db.send(new GetCommand({ TableName, Key: groupsKey, ConsistentRead: true }))).Item);
    },

    async load() {
      // The version is read before the groups: an import in between gives a later version, so they are loaded again.
      const items = await queryAll(db, TableName, { pk: groupsKey.pk, by: 'sk', ...groupsRange });
      const isVersion = (item: Item): boolean => item['sk'] === groupsKey.sk;
      return {
        version: versionIn(items.find(isVersion)),
        groups: items.filter((item) => !isVersion(item)).map(readGroup),
      };
    },

    async replace(groups) {
      const isEmpty = ({ members }: Group): boolean => members.length === 0;
      await batchPut(db, TableName, groups.filter((group) => !isEmpty(group)).map(groupItem));
      await batchRemove(
        db,
        TableName,
        groups.filter(isEmpty).map(({ address }) => groupKey(address)),
      );
      await db.send(
        new UpdateCommand({
          TableName,
          Key: groupsKey,
          UpdateExpression: 'SET v = :v ADD version :one',
          ExpressionAttributeValues: { ':v': SCHEMA_VERSION, ':one': 1 },
        }),
      );
    },
  };
}
