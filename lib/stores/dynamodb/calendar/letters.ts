import { randomUUID } from 'node:crypto';
import { DeleteCommand, GetCommand, PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '#lib/api/context';
import type { LetterId, LetterStore } from '#lib/calendar/mail/post';
import { wasPut } from '../conditional.ts';
import { SCHEMA_VERSION } from './items.ts';
import { letterKey } from './keys.ts';

/** A stream hands its records over for a day; what it gave up can be tried again for two weeks. */
const REMEMBERED_SECONDS = 30 * 86_400;

/** Letters that are being sent or were, remembered for longer than anything could ask for them again. */
export function dynamoLetters(db: DynamoDBDocumentClient, TableName: string, clock: Clock): LetterStore {
  const nowMs = (): number => clock.now().getTime();
  const itemOf = (letter: LetterId) => ({ ...letterKey(letter), v: SCHEMA_VERSION, expires: Math.ceil(nowMs() / 1000) + REMEMBERED_SECONDS });
  return {
    async claim(letter, untilMs) {
      // Two who claim at the same moment would write the very same; only one of them may.
      const Item = { ...itemOf(letter), heldUntilMs: untilMs, holder: randomUUID() };
      const condition = { ConditionExpression: 'attribute_not_exists(pk) OR heldUntilMs <= :now', ExpressionAttributeValues: { ':now': nowMs() } };
      if (await wasPut(db, { TableName, Item, ...condition })) return 'ours';
      const { Item: known } = await db.send(new GetCommand({ TableName, Key: letterKey(letter), ConsistentRead: true }));
      if (known === undefined) return { heldUntilMs: nowMs() };
      return typeof known['heldUntilMs'] === 'number' ? { heldUntilMs: known['heldUntilMs'] } : 'sent';
    },
    async markSent(letter) {
      await db.send(new PutCommand({ TableName, Item: itemOf(letter) }));
    },
    async release(letter) {
      await db.send(new DeleteCommand({ TableName, Key: letterKey(letter) }));
    },
  };
}
