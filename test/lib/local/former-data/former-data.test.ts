import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { StartupError } from '#lib/command/startup-error';
import { formerData } from '#lib/local/former-data/former-data';
import type { FormerData, Item } from '#lib/local/former-data/former-table';
import { newFolder } from '#test/support/run/folders/new-folder';
import { EXPIRED, FORMER_ITEMS, PASSING } from '#test/support/stack/former-items';
import { ROOT } from '#test/support/stack/stack-process';
import { thrownBy } from '#test/support/thrown';

const MADE_BY_THEM = join(ROOT, 'test/lib/local/former-data');
const CALENDAR = 'almanac-local-calendar';

let folder: string;
let opened: FormerData[];
beforeEach(() => {
  folder = newFolder();
  opened = [];
});
afterEach(() => {
  for (const former of opened) former.close();
});

function openFolder(): FormerData {
  const former = formerData(folder);
  if (former === undefined) throw new Error('Nothing was found.');
  opened.push(former);
  return former;
}

/** Sets have no order, and the databases keep them in one of their own. */
function withOrderedSets(value: AttributeValue): AttributeValue {
  if (value.SS !== undefined) return { SS: value.SS.toSorted() };
  if (value.NS !== undefined) return { NS: value.NS.toSorted() };
  if (value.BS !== undefined) return { BS: value.BS.toSorted(Buffer.compare) };
  if (value.L !== undefined) return { L: value.L.map(withOrderedSets) };
  return value.M === undefined ? value : { M: comparable(value.M) };
}

const comparable = (item: Item): Item =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, withOrderedSets(value)]));

const keyOf = ({ pk, sk }: Item): string => `${String(pk?.S)} ${String(sk?.S)}`;

const inOrder = (items: Iterable<Item>): Item[] =>
  [...items].map(comparable).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

const ENGINES = [
  {
    engine: 'dynoxide',
    fileName: 'dynoxide.sqlite',
    streamArn: /^arn:aws:dynamodb:dynoxide:000000000000:table\/almanac-local-calendar\/stream\/\d+\.\d+$/,
    lastSequenceNumber: '14',
    spoilSecond: `UPDATE "${CALENDAR}" SET item_json = '{"pk":{"X":"?"}}' WHERE rowid = 2`,
    expire: `UPDATE _stream_records SET user_identity = '{"type":"Service"}' WHERE event_name = 'REMOVE'`,
  },
  {
    engine: 'dynamodb-local',
    fileName: 'shared-local-instance.db',
    streamArn: /^arn:aws:dynamodb:ddblocal:000000000000:table\/almanac-local-calendar\/stream\/[\d:.T-]+$/,
    lastSequenceNumber: '000000000000000000021',
    spoilSecond: `UPDATE "${CALENDAR}" SET ObjectJSON = '{"pk":{"X":"?"}}' WHERE rowid = 2`,
    expire: "UPDATE us SET OperationType = 'EXPIRE' WHERE OperationType = 'REMOVE'",
  },
] as const;

describe.each(ENGINES)('a file of $engine', ({ engine, fileName, streamArn, lastSequenceNumber, ...sql }) => {
  let file: string;
  beforeEach(() => {
    file = join(folder, fileName);
    cpSync(join(MADE_BY_THEM, engine), folder, { recursive: true });
  });

  const edit = (statement: string): void => {
    const writer = new DatabaseSync(file);
    writer.exec(statement);
    writer.close();
  };

  test('has every item of every table, with values of every kind', () => {
    const former = openFolder();

    const [ads, books, calendar, ...others] = former.tables();
    expect(former).toMatchObject({ engine, file });
    const names = [ads, books, calendar].map((table) => table?.name);
    expect(names).toEqual(['almanac-local-ads', 'almanac-local-books', CALENDAR]);
    expect(others).toEqual([]);
    expect([...(ads?.items() ?? [])]).toEqual([EXPIRED]);
    expect(inOrder(books?.items() ?? [])).toEqual(inOrder(FORMER_ITEMS.books));
    expect(inOrder(calendar?.items() ?? [])).toEqual(inOrder(FORMER_ITEMS.calendar));
  });

  test('has the changes of a table in order, with what was there before and after', () => {
    const former = openFolder();
    const changes = [...former.changes(CALENDAR)];

    const puts = changes.slice(0, FORMER_ITEMS.calendar.length);
    for (const one of puts) expect(one).toMatchObject({ eventName: 'INSERT', oldImage: undefined, isExpiry: false });
    expect(puts.map(({ newImage = {} }) => comparable(newImage))).toEqual(FORMER_ITEMS.calendar.map(comparable));
    const [put, changed] = [comparable(PASSING.put), comparable(PASSING.changed)];
    expect(
      changes.slice(puts.length).map(({ eventName, keys, oldImage, newImage }) => ({
        eventName,
        keys,
        oldImage: oldImage && comparable(oldImage),
        newImage: newImage && comparable(newImage),
      })),
    ).toEqual([
      { eventName: 'INSERT', keys: PASSING.key, oldImage: undefined, newImage: put },
      { eventName: 'MODIFY', keys: PASSING.key, oldImage: put, newImage: changed },
      { eventName: 'REMOVE', keys: PASSING.key, oldImage: changed, newImage: undefined },
    ]);
    expect(changes.at(-1)?.sequenceNumber).toBe(lastSequenceNumber);
    expect(new Date(changes[0]?.createdMs ?? 0).getUTCFullYear()).toBe(2026);
    expect(former.tables().find(({ name }) => name === CALENDAR)?.streamArn).toMatch(streamArn);
  });

  test('gives the changes after the one that a reader has seen', () => {
    const former = openFolder();
    const all = [...former.changes(CALENDAR)];

    expect([...former.changes(CALENDAR, all[9]?.sequenceNumber)]).toEqual(all.slice(10));
    expect([...former.changes(CALENDAR, all.at(-1)?.sequenceNumber)]).toEqual([]);
    expect([...former.changes('almanac-local-unknown')]).toEqual([]);
  });

  test('says what the database removed because it had expired', () => {
    edit(sql.expire);

    const [changed, removed] = [...openFolder().changes(CALENDAR)].slice(-2);
    expect(changed).toMatchObject({ eventName: 'MODIFY', isExpiry: false });
    expect(removed).toMatchObject({ eventName: 'REMOVE', isExpiry: true });
  });

  test('is left as it was', () => {
    const before = readFileSync(file);

    const former = openFolder();
    expect(former.tables().map(({ items }) => [...items()].length)).toEqual([1, 5, 11]);
    opened.pop();
    former.close();

    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test('is read item by item, up to one that is damaged', () => {
    edit(sql.spoilSecond);

    const items = openFolder()
      .tables()
      .find(({ name }) => name === CALENDAR)
      ?.items()
      [Symbol.iterator]();

    expect(items?.next().done).toBe(false);
    const error = thrownBy(() => items?.next());
    expect(error).toBeInstanceOf(StartupError);
    expect(String(error)).toContain(`${file} holds the data of an earlier release and cannot be read (`);
    expect(String(error)).toContain('a value of the unknown kind X');
  });

  test('that was never written to has no tables', () => {
    writeFileSync(file, '');

    expect(openFolder().tables()).toEqual([]);
  });

  test('that holds something else is named, with what to do', () => {
    writeFileSync(file, 'no database at all\n'.repeat(1000));

    const error = thrownBy(() => formerData(folder));

    expect(error).toBeInstanceOf(StartupError);
    expect(String(error)).toContain(`${file} holds the data of an earlier release and cannot be read (file is not a`);
    expect(String(error)).toMatch(/Put a copy of it in its place .* another --data folder, or begin anew with --fresh/);
  });
});

describe('a folder', () => {
  test('without a file of an earlier release has nothing to read', () => {
    writeFileSync(join(folder, 'other.sqlite'), '');

    expect(formerData(folder)).toBeUndefined();
    expect(formerData(join(folder, 'missing'))).toBeUndefined();
  });

  test('with files of both is what the first choice of `npm start` made of it', () => {
    for (const { engine } of ENGINES) cpSync(join(MADE_BY_THEM, engine), folder, { recursive: true });

    expect(openFolder().engine).toBe('dynoxide');
  });
});
