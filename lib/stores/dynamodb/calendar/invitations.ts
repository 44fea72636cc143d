import type { WaitingInvitation, InvitationStore } from '#lib/calendar/stores/invitations';
import type { DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { batchPut } from '#lib/stores/dynamodb/commands/batch-put';
import { batchRemove } from '#lib/stores/dynamodb/commands/batch-remove';
import { queryAll } from '#lib/stores/dynamodb/commands/query';
import { SCHEMA_VERSION } from './items/items.ts';
import { waitingKey, waitingPk, waitingRange } from './items/keys.ts';

const keyOf = ({ email, calendarId, eventId }: WaitingInvitation) => waitingKey(email, calendarId, eventId);

/** Invitations that wait for somebody, by address. */
export function dynamoInvitations(db: DocumentClient, TableName: string): InvitationStore {
  return {
    add: (invitations) =>
      batchPut(
        db,
        TableName,
        invitations.map((waiting) => ({
          ...keyOf(waiting),
          v: SCHEMA_VERSION,
          calendarId: waiting.calendarId,
          eventId: waiting.eventId,
        })),
      ),
    async list(email) {
      const items = await queryAll(db, TableName, { pk: waitingPk(email), by: 'sk', ...waitingRange });
      return items.map(({ calendarId, eventId }): WaitingInvitation => ({
        email,
        calendarId: String(calendarId),
        eventId: String(eventId),
      }));
    },
    remove: (invitations) => batchRemove(db, TableName, invitations.map(keyOf)),
  };
}
