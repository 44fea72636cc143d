import type { Clock } from '#lib/api/context';
import type { Posting } from '#lib/calendar/guests/mail/posting';
import type { Propagation } from '#lib/calendar/guests/propagation';
import { knownGroups } from '#lib/calendar/users/known-groups';
import type { DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { SequencedWrites } from '#lib/stores/dynamodb/commands/sequenced-writes';
import { dynamoQuota } from '#lib/stores/dynamodb/platform/quota';
import { dynamoCalendars } from './calendars.ts';
import { dynamoEntries } from './entries.ts';
import { dynamoEvents } from './events/events.ts';
import { dynamoGroups } from './groups.ts';
import { dynamoInvitations } from './invitations.ts';
import { dynamoJobs } from './jobs.ts';
import { dynamoLetters } from './letters.ts';
import { dynamoMailings } from './mailings.ts';
import { dynamoReminders } from './reminders.ts';
import { dynamoUsers } from './users.ts';

/** The stores that guest copies are kept up to date with, and that new jobs are begun with. */
export function dynamoPropagationStores(db: DocumentClient, table: string, clock: Clock): Propagation['stores'] {
  const writes = new SequencedWrites(db, table);
  return {
    calendars: dynamoCalendars(db, table, writes),
    entries: dynamoEntries(db, table, writes),
    groups: knownGroups(dynamoGroups(db, table), clock),
    jobs: dynamoJobs(db, table),
    events: dynamoEvents(db, table, writes, clock),
    users: dynamoUsers(db, table),
    waiting: dynamoInvitations(db, table),
    quota: dynamoQuota(db, table),
    mailings: dynamoMailings(db, table, clock),
    reminders: dynamoReminders(db, table),
  };
}

/** The stores that letters are sent with. */
export function dynamoPostingStores(db: DocumentClient, table: string, clock: Clock): Posting['stores'] {
  const writes = new SequencedWrites(db, table);
  return {
    calendars: dynamoCalendars(db, table, writes),
    events: dynamoEvents(db, table, writes, clock),
    groups: knownGroups(dynamoGroups(db, table), clock),
    letters: dynamoLetters(db, table, clock),
    mailings: dynamoMailings(db, table, clock),
    reminders: dynamoReminders(db, table),
  };
}
