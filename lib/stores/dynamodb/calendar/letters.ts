import { DeleteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '#lib/api/context';
import type { LetterStore } from '#lib/calendar/mail/post';
import { transacted } from '../conditional.ts';
import { SCHEMA_VERSION } from './items.ts';
import { letterKey } from './keys.ts';

/** A stream hands its records over for a day. */
const REMEMBERED_SECONDS = 7 * 86_400;

/** Letters that were sent, remembered for longer than anything could ask for them again. */
export const dynamoLetters = (db: DynamoDBDocumentClient, TableName: string, clock: Clock): LetterStore => ({
  claim(letter) {
    const expires = Math.ceil(clock.now().getTime() / 1000) + REMEMBERED_SECONDS;
    const Item = { ...letterKey(letter), v: SCHEMA_VERSION, expires };
    return transacted(db, [{ Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } }]);
  },
  async release(letter) {
    await db.send(new DeleteCommand({ TableName, Key: letterKey(letter) }));
  },
});
