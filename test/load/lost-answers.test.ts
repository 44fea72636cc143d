/**
 * A write that took place but whose answer was lost is sent again by the SDK: its writer must not be told that somebody
 * else was faster.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Conversion } from '#lib/ads/model/conversion';
import type { Outbox } from '#lib/calendar/model/outbox';
import { newUser } from '#lib/calendar/users/new-user';
import type { FaultKind } from '#lib/local/faults/faults';
import { injectIntoDatabase } from '#lib/local/faults/inject';
import { config } from '#lib/runtime/process/config';
import { dynamoConversions } from '#lib/stores/dynamodb/ads/conversions';
import { dynamoGrants } from '#lib/stores/dynamodb/ads/grants';
import { dynamoIndexPointer, type IndexVersion } from '#lib/stores/dynamodb/books/index-pointer';
import { dynamoReaders } from '#lib/stores/dynamodb/books/readers';
import { dynamoShelves } from '#lib/stores/dynamodb/books/shelves';
import { dynamoCalendars } from '#lib/stores/dynamodb/calendar/calendars';
import { dynamoChannels } from '#lib/stores/dynamodb/calendar/channels';
import { dynamoLetters } from '#lib/stores/dynamodb/calendar/letters';
import { dynamoUsers } from '#lib/stores/dynamodb/calendar/users';
import { connect, documents } from '#lib/stores/dynamodb/client/client';
import { GetCommand, PutCommand } from '#lib/stores/dynamodb/client/commands';
import { SequencedWrites } from '#lib/stores/dynamodb/commands/sequenced-writes';
import { dynamoApiKeys } from '#lib/stores/dynamodb/platform/api-keys';
import { someone } from '#test/support/people';

const { calendarTable, booksTable, adsTable } = config;
const AT = '2026-01-01T00:00:00.000Z';
const NOW = Date.parse(AT);

/** A client whose next write goes wrong once; reads before it do not. */
function faulty(kind: FaultKind) {
  let isArmed = false;
  const db = connect();
  injectIntoDatabase(db, (commandName) => {
    if (!isArmed || !/Put|Update|Delete|Transact|Execute/.test(commandName)) return undefined;
    isArmed = false;
    return kind;
  });
  const once = async <T>(write: () => Promise<T>): Promise<T> => {
    isArmed = true;
    const result = await write();
    expect(isArmed).toBe(false);
    return result;
  };
  return { db, once };
}

const stored = async (TableName: string, Key: Record<string, string>) =>
  (await documents.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;

describe.each<FaultKind>(['lost', 'reset', 'throttled'])('a write that is %s once', (kind) => {
  const { db, once } = faulty(kind);

  test('takes the next number of a calendar, and only that', async () => {
    const counter = { pk: randomUUID(), sk: 'META' };
    await documents.send(new PutCommand({ TableName: calendarTable, Item: { ...counter, seq: 0 } }));
    const writes = new SequencedWrites(db, calendarTable);
    const Put = (seq: number) => ({
      TableName: calendarTable,
      Item: { pk: counter.pk, sk: 'item', seq },
      ConditionExpression: 'attribute_not_exists(pk)',
    });

    expect(await once(() => writes.write(counter, 0, { items: (seq) => [{ Put: Put(seq) }] }))).toBe(1);
    expect(await stored(calendarTable, counter)).toMatchObject({ seq: 1 });
  });

  test('makes a user', async () => {
    expect(await once(() => dynamoUsers(db, calendarTable).provision(newUser(someone(), NOW)))).toBe(true);
  });

  test('changes a setting', async () => {
    const email = someone();
    await dynamoUsers(documents, calendarTable).provision(newUser(email, NOW));

    expect(await once(() => dynamoUsers(db, calendarTable).changeSetting(email, 'weekStart', '1', NOW))).toBe(true);
    expect(await dynamoUsers(documents, calendarTable).find(email)).toMatchObject({ seq: 2 });
  });

  test('changes the details of a calendar', async () => {
    const { user, calendar, rule, entry } = newUser(someone(), NOW);
    await dynamoUsers(documents, calendarTable).provision({ user, calendar, rule, entry });

    expect(
      await once(() =>
        dynamoCalendars(db, calendarTable, new SequencedWrites(db, calendarTable)).change(
          calendar,
          { summary: 'New', timeZone: 'UTC' },
          NOW + 1,
        ),
      ),
    ).toBe(true);
  });

  test('begins to send a letter, once', async () => {
    const letter = randomUUID();
    const letters = dynamoLetters(db, calendarTable, { now: () => new Date(NOW) });

    expect(await once(() => letters.begin(letter, NOW + 1_000))).toEqual({ kind: 'ours', hold: expect.any(String) });
    expect(await letters.begin(letter, NOW + 2_000)).toEqual({ kind: 'held', untilMs: NOW + 1_000 });
    await letters.markSent(letter);
    expect(await letters.begin(letter, NOW + 3_000)).toEqual({ kind: 'settled' });
  });

  describe('of a channel', () => {
    const channels = dynamoChannels(db, calendarTable);
    let outbox: Outbox;
    beforeEach(() => {
      const email = someone();
      const topic = { what: 'events', of: email } as const;
      const channel = {
        id: randomUUID(),
        topic,
        resourceId: 'r',
        resourceUri: 'u',
        address: 'https://hooks.example.com/',
        email,
        openedAtMs: NOW,
        expiresAtMs: NOW + 60_000,
      };
      outbox = { channel, lastNumber: 1, waiting: [], isSlow: false, isEnding: false, dead: [], revision: 1 };
    });

    test('opens it', async () => {
      expect(await once(() => channels.add(outbox))).toBe(true);
    });

    test('notes a message', async () => {
      await channels.add(outbox);

      expect(await once(() => channels.replace({ ...outbox, lastNumber: 2 }))).toMatchObject({
        lastNumber: 2,
        revision: 2,
      });
    });

    test('stops it', async () => {
      await channels.add(outbox);

      expect(await once(() => channels.remove(outbox.channel))).toBe(true);
    });
  });

  test('puts a volume on a shelf once, moves it and removes it', async () => {
    const userId = await dynamoReaders(documents, booksTable).idFor(someone(), AT);
    const shelves = dynamoShelves(db, booksTable);

    const outcomes = [
      await once(() => shelves.add(userId, 3, 'a', { at: AT })),
      await once(() => shelves.add(userId, 3, 'b', { at: AT })),
      await once(() => shelves.move(userId, 3, 'b', 0, { at: AT })),
      await once(() => shelves.remove(userId, 3, 'a', { at: AT })),
    ];

    expect(outcomes).toEqual(['added', 'added', true, true]);
    expect(await shelves.order(userId, 3)).toEqual(['b']);
    expect((await dynamoReaders(documents, booksTable).find(userId))?.shelves).toMatchObject([
      { id: 3, volumeCount: 1 },
    ]);
  });

  test('gives a reader the first id that is free', async () => {
    const email = someone();

    expect(await once(() => dynamoReaders(db, booksTable).idFor(email, AT))).toBe(
      await dynamoReaders(documents, booksTable).idFor(email, AT),
    );
  });

  test('moves the pointer to another index', async () => {
    const pointer = dynamoIndexPointer(documents, calendarTable);
    const before = await pointer.read();
    const to: IndexVersion = {
      version: randomUUID(),
      key: 'k',
      bytes: 1,
      crc32: 's',
      format: 1,
      volumes: 0,
      publishedAt: AT,
    };

    expect(await once(() => dynamoIndexPointer(db, calendarTable).move(before, to))).toBe(true);

    if (before !== undefined) await pointer.move(to, before);
  });

  describe('of a conversion', () => {
    const conversions = dynamoConversions(db, adsTable);
    let conversion: Conversion;
    beforeEach(() => {
      const advertiserId = String(randomInt(2 ** 40));
      const [conversionId, dsConversionId] = [randomUUID(), String(randomInt(2 ** 40))];
      conversion = {
        advertiserId,
        conversionId,
        timestampMs: NOW,
        dsConversionId,
        modifiedMs: NOW,
        type: 'ACTION',
        state: 'ACTIVE',
        legacy: { agencyId: '1' },
        details: { segmentationName: 'x' },
      };
    });

    test('stores it', async () => {
      expect(await once(() => conversions.addAll([conversion]))).toEqual([undefined]);
    });

    test('replaces it', async () => {
      await conversions.addAll([conversion]);

      expect(
        await once(() =>
          conversions.replaceAll([
            { read: conversion, next: { ...conversion, modifiedMs: NOW + 1, device: undefined, state: 'REMOVED' } },
          ]),
        ),
      ).toEqual([true]);
    });
  });

  test('revokes a grant', async () => {
    const grant = { subject: someone(), agencyId: '1', role: 'READ' } as const;
    await dynamoGrants(documents, adsTable).put(grant);

    expect(await once(() => dynamoGrants(db, adsTable).remove(grant))).toBe(true);
  });

  test('revokes a key', async () => {
    const hash = randomUUID();
    await dynamoApiKeys(documents, booksTable).add({ hash, label: 'x', created: AT });

    expect(await once(() => dynamoApiKeys(db, booksTable).remove(hash))).toBe(true);
  });
});

test('a write that somebody else was faster with is still told so', async () => {
  const grant = { subject: someone(), agencyId: '1', role: 'READ' } as const;
  const conversion: Conversion = {
    advertiserId: String(randomInt(2 ** 40)),
    conversionId: randomUUID(),
    timestampMs: NOW,
    dsConversionId: '1',
    modifiedMs: NOW,
    type: 'ACTION',
    state: 'ACTIVE',
    legacy: { agencyId: '1' },
    details: {},
  };
  const conversions = dynamoConversions(documents, adsTable);
  await conversions.addAll([conversion]);
  await conversions.replaceAll([{ read: conversion, next: { ...conversion, modifiedMs: NOW + 1 } }]);

  expect(
    await conversions.replaceAll([
      { read: conversion, next: { ...conversion, modifiedMs: NOW + 1, state: 'REMOVED' } },
    ]),
  ).toEqual([false]);
  expect(await conversions.addAll([{ ...conversion, dsConversionId: '2' }])).toEqual(['1']);
  expect(await dynamoGrants(documents, adsTable).remove(grant)).toBe(false);
});
