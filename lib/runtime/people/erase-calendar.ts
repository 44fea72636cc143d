/** Takes a person out of the calendar table. Every step finds its work in the table, so it may be run again. */
import { runJobPage } from '#lib/calendar/calendars/run-jobs';
import { REMOVED_GUEST } from '#lib/calendar/guests/forget-person';
import type { StoredItem } from '#lib/calendar/model/event';
import type { Job } from '#lib/calendar/model/job';
import { newEntry } from '#lib/calendar/model/list-entry';
import { calendar as service } from '#lib/runtime/calendar/serve';
import { config } from '#lib/runtime/process/config';
import { dynamoGroups } from '#lib/stores/dynamodb/calendar/groups';
import { groupsKey } from '#lib/stores/dynamodb/calendar/items/keys';
import { dynamoMailings } from '#lib/stores/dynamodb/calendar/mailings';
import { documents } from '#lib/stores/dynamodb/client/client';
import { DeleteCommand, PutCommand } from '#lib/stores/dynamodb/client/commands';
import type { Item } from '#lib/stores/dynamodb/item';
import { isMentioned, itemsMentioning, replaced, wordPattern } from '#lib/stores/dynamodb/people/mentions';
import { leaveMeetings } from './others-events.ts';
import { namesOf, type Person } from './person.ts';

/** More than a stage has at a time. */
const MAX_MAILINGS = 100_000;

/** The calendar goes from everybody's list, and with all that is in it. */
async function removeCalendar(id: string, email: string): Promise<void> {
  const { stores, clock } = service;
  const { calendar, entry, user } = await stores.calendars.view(id, email, []);
  if (calendar === undefined) return;
  const updatedAtMs = clock.now().getTime();
  const begun = (await stores.jobs.listJobs()).find(({ calendarId, kind }) => calendarId === id && kind === 'remove');
  let job: Job | undefined =
    begun ??
    (await stores.calendars.remove(
      calendar,
      { email, seq: user?.seq ?? 0 },
      { ...(entry ?? newEntry(id, updatedAtMs, false)), updatedAtMs },
    ));
  while (job !== undefined) job = await runJobPage(job, service);
}

async function leaveGroups(email: string): Promise<void> {
  const groups = dynamoGroups(documents, config.calendarTable);
  const joined = (await groups.load()).groups.filter(({ members }) => members.includes(email));
  if (joined.length > 0)
    await groups.replace(
      joined.map(({ address, members }) => ({ address, members: members.filter((member) => member !== email) })),
    );
}

/** Messages and letters are of use only to those whom they are for, or from. */
const isMessage = ({ pk }: Item): boolean => /^(?:OUTBOX|CH|MAIL|WAIT)#/.test(String(pk));

/** Letters of others that wait are still sent to their other guests. */
async function leaveMailings({ email }: Person): Promise<void> {
  const mailings = dynamoMailings(documents, config.calendarTable, service.clock);
  for (const mailing of await mailings.listDue(Number.MAX_SAFE_INTEGER, MAX_MAILINGS)) {
    const { change } = mailing;
    if (!isMentioned(change, wordPattern([email]))) continue;
    const without = <T extends StoredItem | undefined>(event: T): T =>
      event?.attendees === undefined
        ? event
        : { ...event, attendees: event.attendees.filter((row) => row.email !== email) };
    const isOwn = change.telling.by === email || change.calendarId === email;
    if (isOwn) await mailings.finish(mailing);
    else
      await mailings.replace({
        ...mailing,
        change: { ...change, before: without(change.before), after: without(change.after) },
      });
  }
}

/** Rules on others' calendars, channels, letters and counters go; what else names the person, no longer does. */
async function removeRest(person: Person): Promise<void> {
  const TableName = config.calendarTable;
  const pattern = namesOf(person);
  for await (const item of itemsMentioning(documents, TableName, pattern)) {
    const { pk, sk } = item;
    if (pk === groupsKey.pk) continue;
    if (isMessage(item) || isMentioned([pk, sk], pattern))
      await documents.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
    else await documents.send(new PutCommand({ TableName, Item: replaced(item, pattern, REMOVED_GUEST) }));
  }
}

export async function eraseFromCalendar(person: Person): Promise<void> {
  await leaveMailings(person);
  for (const { channel } of await service.stores.channels.list())
    if (channel.email === person.email) await service.stores.channels.remove(channel);
  await leaveMeetings(person);
  for (const id of person.calendars) await removeCalendar(id, person.email);
  await leaveGroups(person.email);
  await removeRest(person);
}
