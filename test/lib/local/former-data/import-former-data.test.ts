import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openDataFolder, type DataFolder } from '#lib/local/data-folder/data-folder';
import { openEmbedded, type Embedded } from '#lib/local/database/embedded/open';
import { embeddedCheckpoints } from '#lib/local/database/embedded/storage/checkpoints';
import { itemOf } from '#lib/local/database/embedded/storage/table';
import { attributeValues } from '#lib/local/database/embedded/values/attribute-values';
import { formerData } from '#lib/local/former-data/former-data';
import { importFormerData } from '#lib/local/former-data/import-former-data';
import { readDeployment } from '#lib/package/template/deployment';
import { newFolder } from '#test/support/run/folders/new-folder';
import { FORMER_ITEMS } from '#test/support/stack/former-items';
import { ROOT } from '#test/support/stack/stack-process';

const MADE_BY_THEM = join(ROOT, 'test/lib/local/former-data');
const CALENDAR = 'almanac-local-calendar';
const deployment = readDeployment('local');

let path: string;
let folder: DataFolder;
let opened: Embedded | undefined;
beforeEach(() => {
  path = newFolder();
  folder = openDataFolder(path, { fresh: false });
});
afterEach(() => {
  opened?.close();
  opened = undefined;
  folder.release();
});

const settle = (engine: string): void => {
  cpSync(join(MADE_BY_THEM, engine), folder.dynamodb, { recursive: true });
};

function moved(): Embedded {
  expect(importFormerData(folder, deployment, () => undefined)).toBe(true);
  opened = openEmbedded({ file: folder.database });
  return opened;
}

/** Neither sets nor the attributes of an item have an order. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_name, held: unknown) => {
    if (Array.isArray(held)) return held.map(sorted).sort();
    return typeof held === 'object' && held !== null
      ? Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : 1)))
      : held;
  });

const itemsIn = ({ engine }: Embedded, name: string): string[] =>
  [...engine.table(name).scan(undefined)].map((row) => sorted(attributeValues(itemOf(row))));

describe.each(['dynoxide', 'dynamodb-local'])('a data folder of %s', (engine) => {
  beforeEach(() => {
    settle(engine);
  });

  test('is moved over with every item as it was', () => {
    const embedded = moved();

    for (const [service, items] of Object.entries(FORMER_ITEMS)) {
      expect(itemsIn(embedded, `almanac-local-${service}`).sort()).toEqual(items.map(sorted).sort());
    }
  });

  test('keeps its old files under another name, and is not moved twice', () => {
    moved();

    expect(existsSync(`${folder.dynamodb}.before`)).toBe(true);
    expect(existsSync(folder.dynamodb)).toBe(false);
    expect(importFormerData(folder, deployment, () => undefined)).toBe(false);
  });

  test('hands over the changes that a function had not seen, and no others', () => {
    const former = formerData(folder.dynamodb);
    const arn = former?.tables().find(({ name }) => name === CALENDAR)?.streamArn ?? '';
    const all = [...(former?.changes(CALENDAR) ?? [])];
    former?.close();
    const [third, fifth] = [all[2]?.sequenceNumber, all[4]?.sequenceNumber];
    writeFileSync(
      join(path, 'streams.json'),
      JSON.stringify({ [`notify ${arn} shard`]: third, [`propagate ${arn} shard`]: fifth }),
    );

    const { engine: kept } = moved();

    const waiting = (reader: string): unknown[] => {
      const checkpoints = embeddedCheckpoints(kept);
      const after = Number(
        checkpoints.get(
          `${reader} arn:aws:dynamodb:us-east-1:000000000000:table/${CALENDAR}/stream/embedded changes`,
        ) ?? 0,
      );
      return kept.readChanges(CALENDAR, after, 100).map(({ eventName, keys }) => [eventName, keys]);
    };
    const told = all.map(({ eventName, keys }) => [eventName, { pk: keys['pk']?.S, sk: keys['sk']?.S }]);
    expect(waiting('notify')).toEqual(told.slice(3));
    expect(waiting('propagate')).toEqual(told.slice(5));
  });

  test('is begun anew where an earlier attempt was cut short', () => {
    writeFileSync(`${folder.database}.new`, 'half of it');

    expect(itemsIn(moved(), CALENDAR)).toHaveLength(FORMER_ITEMS.calendar.length);
  });
});

test('a new folder has nothing to move', () => {
  expect(importFormerData(folder, deployment, () => undefined)).toBe(false);
  expect(existsSync(folder.database)).toBe(false);
});
