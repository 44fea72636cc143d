import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '#lib/api/context';
import type { Propagation } from '#lib/calendar/guests/propagation';
import { SequencedWrites } from '#lib/stores/dynamodb/commands/sequenced-writes';
import { dynamoQuota } from '#lib/stores/dynamodb/platform/quota';
import { dynamoCalendars } from './calendars.ts';
import { dynamoEvents } from './events/events.ts';
import { dynamoInvitations } from './invitations.ts';
import { dynamoLetters } from './letters.ts';
import { dynamoUsers } from './users.ts';

/** The stores that guest copies are kept up to date with. */
export function dynamoPropagationStores(
  db: DynamoDBDocumentClient,
  table: string,
  clock: Clock,
): Propagation['stores'] {
  const writes = new SequencedWrites(db, table);
  return {
    calendars: dynamoCalendars(db, table, writes),
    events: dynamoEvents(db, table, writes, clock),
    users: dynamoUsers(db, table),
    waiting: dynamoInvitations(db, table),
    letters: dynamoLetters(db, table, clock),
    quota: dynamoQuota(db, table),
  };
}
