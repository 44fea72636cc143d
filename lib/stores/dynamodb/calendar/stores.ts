/**
 * The calendar table. `items/keys.ts` has every key and `items/` how each kind of thing is stored; then one file for
 * each store. Calendars, rules, list entries and events change by numbered writes (`../commands/sequenced-writes.ts`),
 * which is what sync reads; `streams/` reads the table's change stream.
 */
import type { Clock } from '#lib/api/context';
import { busyMemory } from '#lib/calendar/events/free-busy/remember-busy';
import type { CalendarStores, StageSettings } from '#lib/calendar/stores/all';
import { knownGroups } from '#lib/calendar/users/known-groups';
import type { DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { SequencedWrites } from '#lib/stores/dynamodb/commands/sequenced-writes';
import { dynamoCalendars } from './calendars.ts';
import { dynamoChannels } from './channels.ts';
import { dynamoEntries } from './entries.ts';
import { dynamoEvents } from './events/events.ts';
import { dynamoGroups } from './groups.ts';
import { dynamoIcalAddresses } from './ical-addresses.ts';
import { dynamoJobs } from './jobs.ts';
import { dynamoRules } from './rules.ts';
import { dynamoUsers } from './users.ts';

export function dynamoCalendarStores(
  db: DocumentClient,
  table: string,
  settings: StageSettings,
  clock: Clock,
): CalendarStores {
  const writes = new SequencedWrites(db, table);
  return {
    users: dynamoUsers(db, table),
    calendars: dynamoCalendars(db, table, writes),
    rules: dynamoRules(db, table, writes),
    entries: dynamoEntries(db, table, writes),
    jobs: dynamoJobs(db, table),
    events: dynamoEvents(db, table, writes, clock),
    channels: dynamoChannels(db, table),
    icalAddresses: dynamoIcalAddresses(db, table),
    groups: knownGroups(dynamoGroups(db, table), clock),
    busyMemory: busyMemory(clock),
    ...settings,
  };
}
