/** The embedded database, opened in memory for every episode. */
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { openEmbedded } from '#lib/local/database/embedded/open';
import type { ChangeRecord } from '#lib/local/database/embedded/storage/engine';
import { attributeValues } from '#lib/local/database/embedded/values/attribute-values';
import * as commands from '#lib/stores/dynamodb/client/commands';
import type { Item } from '#test/tools/database-fuzz/commands/values';
import { isLast, sender, type Change, type Engine } from './engines.ts';

const AT_A_TIME = 500;

type Image = Parameters<typeof attributeValues>[0];

/** Converted through DynamoDB's notation, as streams do. */
const plain = (image: Image | undefined): Item | undefined =>
  image === undefined ? undefined : unmarshall(attributeValues(image));
const changeOf = ({ eventName, keys, oldImage, newImage }: ChangeRecord): Change => ({
  eventName,
  keys: plain(keys) ?? {},
  oldImage: plain(oldImage),
  newImage: plain(newImage),
});

export const embeddedEngine: Engine = {
  intendedDifferences: [],
  open(shapes) {
    const database = openEmbedded({ file: 'memory' });
    for (const { create } of shapes) database.engine.createTable(create);
    return Promise.resolve({
      send: sender(database.connect(), commands),
      changes(tableName) {
        const changes: Change[] = [];
        for (let after = 0; !changes.some(isLast);) {
          const page = database.engine.readChanges(tableName, after, AT_A_TIME);
          const last = page.at(-1)?.sequenceNumber;
          if (last === undefined || last <= after) break;
          after = last;
          changes.push(...page.map(changeOf));
        }
        return Promise.resolve(changes);
      },
      drop: () => Promise.resolve(database.close()),
    });
  },
  close: () => Promise.resolve(),
};
