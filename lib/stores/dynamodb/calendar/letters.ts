import { randomUUID } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { Clock } from '#lib/api/context';
import type { LetterStore, LetterSetAside } from '#lib/calendar/stores/letters';
import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  UpdateCommand,
  type DocumentClient,
} from '#lib/stores/dynamodb/client/commands';
import { wasPut, wasWritten } from '#lib/stores/dynamodb/commands/conditional';
import { queryAll } from '#lib/stores/dynamodb/commands/query';
import type { Item } from '#lib/stores/dynamodb/item';
import { SCHEMA_VERSION } from './items/items.ts';
import { letterKey, letterPks, setAsideKey, setAsideRange } from './items/keys.ts';

/** A stream hands its records over for a day; what it gave up can be tried again for two weeks. */
const REMEMBERED_SECONDS = 30 * 86_400;

const underHold = (hold: string) => ({
  ConditionExpression: 'holder = :holder',
  ExpressionAttributeValues: { ':holder': hold },
});

/** The words stand in a letter three times, and an event may fill a good part of an item: packed, it always fits. */
const pack = ({ calendarId, eventId, message, reason }: LetterSetAside): Uint8Array =>
  brotliCompressSync(JSON.stringify({ calendarId, eventId, message, reason }));

function unpack(item: Item): LetterSetAside {
  const letter = JSON.parse(brotliDecompressSync(item['letter'] as Uint8Array).toString()) as LetterSetAside;
  return {
    ...letter,
    message: { ...letter.message, date: new Date(letter.message.date) },
    atMs: Number(item['setAsideAtMs']),
  };
}

/**
 * Letters that are being sent, were, or are set aside, remembered for longer than anything could ask for them again.
 */
export function dynamoLetters(db: DocumentClient, TableName: string, clock: Clock): LetterStore {
  const nowMs = (): number => clock.now().getTime();
  const itemOf = (id: string) => ({
    ...letterKey(id),
    v: SCHEMA_VERSION,
    expires: Math.ceil(nowMs() / 1000) + REMEMBERED_SECONDS,
  });
  return {
    async begin(id, untilMs) {
      // Two who begin at the same moment would write the very same; only one of them may.
      const hold = randomUUID();
      if (
        await wasPut(db, {
          TableName,
          Item: { ...itemOf(id), holder: hold, heldUntilMs: untilMs },
          ConditionExpression: 'attribute_not_exists(pk)',
        })
      )
        return { kind: 'ours', hold };
      const { Item: known } = await db.send(new GetCommand({ TableName, Key: letterKey(id), ConsistentRead: true }));
      // Released in this very moment.
      if (known === undefined) return { kind: 'held', untilMs: nowMs() };
      if (typeof known['holder'] !== 'string' || known['letter'] !== undefined) return { kind: 'settled' };
      const heldUntilMs = Number(known['heldUntilMs']);
      return heldUntilMs > nowMs()
        ? { kind: 'held', untilMs: heldUntilMs }
        : { kind: 'abandoned', hold: known['holder'] };
    },
    async takeUp(id, hold, untilMs) {
      const next = randomUUID();
      const change = {
        UpdateExpression: 'SET holder = :next, heldUntilMs = :until',
        ConditionExpression: 'holder = :holder',
        ExpressionAttributeValues: { ':holder': hold, ':next': next, ':until': untilMs },
      };
      return (await wasWritten(() => db.send(new UpdateCommand({ TableName, Key: letterKey(id), ...change }))))
        ? next
        : undefined;
    },
    async markSent(id) {
      await db.send(new PutCommand({ TableName, Item: itemOf(id) }));
    },
    async release(id, hold) {
      await wasWritten(() => db.send(new DeleteCommand({ TableName, Key: letterKey(id), ...underHold(hold) })));
    },
    setAside(letter, hold) {
      const Item = {
        ...itemOf(letter.message.id),
        holder: randomUUID(),
        letter: pack(letter),
        setAsideAtMs: letter.atMs,
        timeKey: setAsideKey(letter.atMs),
      };
      return wasPut(db, { TableName, Item, ...underHold(hold) });
    },
    async listSetAside() {
      const pages = await Promise.all(
        letterPks.map((pk) =>
          queryAll(db, TableName, { pk, by: 'timeKey', index: 'byTime', isWhole: true, ...setAsideRange }),
        ),
      );
      const letters = pages.flat().map((item) => ({
        ...unpack(item),
        hold: String(item['holder']),
        ...(typeof item['heldUntilMs'] === 'number' && { heldUntilMs: item['heldUntilMs'] }),
      }));
      return letters.toSorted((a, b) => a.atMs - b.atMs);
    },
  };
}
