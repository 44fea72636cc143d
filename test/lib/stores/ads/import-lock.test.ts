import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { customVariables } from '#lib/ads/import/kinds';
import { importDependencies } from '#lib/runtime/ads/import';
import { randomIds } from '#lib/runtime/process/ids';
import { importFile } from '#lib/stores/duckdb/importer';
import { dynamoImportLock, ImportUnderWay, LeaseLost } from '#lib/stores/dynamodb/ads/import-lock';
import { importLockKey } from '#lib/stores/dynamodb/ads/keys';
import { documents } from '#lib/stores/dynamodb/client/client';
import { DeleteCommand, PutCommand } from '#lib/stores/dynamodb/client/commands';
import { stores } from '#test/support/ads/advertising';
import { TestClock } from '#test/support/calendar/calendar';
import { newCalendarTable } from '#test/support/calendar/calendar-table';
import { newFolder } from '#test/support/run/folders/new-folder';

let TableName: string;
let clock: TestClock;
beforeEach(async () => {
  TableName = (await newCalendarTable()).name;
  // In the database's own time: it removes what has expired by that.
  clock = new TestClock(new Date());
});

const lockOf = () => dynamoImportLock(documents, TableName, { clock, ids: randomIds });
const nowSeconds = (): number => Math.floor(clock.now().getTime() / 1000);
const takeAway = (expires = nowSeconds() + 60) =>
  documents.send(new PutCommand({ TableName, Item: { ...importLockKey, holder: 'another', expires } }));
const letGo = () => documents.send(new DeleteCommand({ TableName, Key: importLockKey }));

describe('a turn to import', () => {
  test('comes when nobody else has it, and ends with the work', async () => {
    expect(await lockOf().run(() => Promise.resolve('done'))).toBe('done');
    expect(await lockOf().run(() => Promise.resolve('again'))).toBe('again');
  });

  test('is not waited for any longer than one may', async () => {
    await takeAway();
    let asked = 0;

    const waiting = lockOf().run(
      () => Promise.resolve(),
      () => (asked += 1) < 2,
    );

    await expect(waiting).rejects.toThrow(ImportUnderWay);
    expect(asked).toBe(2);
  });

  test('of somebody who crashed is over when it has run out', async () => {
    await takeAway(nowSeconds() - 1);

    expect(await lockOf().run(() => Promise.resolve('mine'))).toBe('mine');
  });
});

describe('before a write', () => {
  test('a lease that is held is confirmed, and made longer', async () => {
    await lockOf().run(async (lease) => {
      clock.pass({ minutes: 0.75 });
      await lease.confirm();
      clock.pass({ minutes: 0.75 });
      await expect(
        lockOf().run(
          () => Promise.resolve(),
          () => false,
        ),
      ).rejects.toThrow(ImportUnderWay);
      await lease.confirm();
    });
  });

  test('one that others have is lost, for good', async () => {
    await lockOf().run(async (lease) => {
      clock.pass({ minutes: 2 });
      await takeAway();

      await expect(lease.confirm()).rejects.toThrow(LeaseLost);
      await letGo();
      await expect(lease.confirm()).rejects.toThrow(LeaseLost);
    });
  });

  test('one that others had meanwhile is lost too, though nobody has it now', async () => {
    await lockOf().run(async (lease) => {
      clock.pass({ minutes: 2 });
      await lockOf().run(() => Promise.resolve());

      await expect(lease.confirm()).rejects.toThrow(LeaseLost);
    });
  });

  test('one that only ran out still holds', async () => {
    await lockOf().run(async (lease) => {
      clock.pass({ minutes: 2 });

      await expect(lease.confirm()).resolves.toBeUndefined();
    });
  });
});

describe('an import that lost its lease', () => {
  const folder = newFolder();

  test('writes nothing any more, neither files nor items', async () => {
    const advertiserId = `7${String(Date.now())}`;
    const path = join(folder, `${randomUUID()}.csv`);
    writeFileSync(path, `advertiserId,name,use\n${advertiserId},sales,METRIC\n`);
    const uploads: string[] = [];
    const files = {
      ...importDependencies.files,
      // Others take over while this one reads what was there before.
      async download(key: string, to: string): Promise<boolean> {
        clock.pass({ minutes: 2 });
        await takeAway();
        return importDependencies.files.download(key, to);
      },
      upload(_path: string, key: string): Promise<void> {
        uploads.push(key);
        return Promise.resolve();
      },
    };

    const imported = importFile(path, customVariables, { ...importDependencies, clock, files, lock: lockOf() });

    await expect(imported).rejects.toThrow(LeaseLost);
    expect(uploads).toEqual([]);
    expect((await stores.advertisers.setup(advertiserId)).variables).toEqual([]);
  });
});
