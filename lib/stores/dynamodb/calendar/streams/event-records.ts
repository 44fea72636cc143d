/** Reads those records of the table's stream that copies of meetings, mail and reminders depend on. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { ItemChange } from '#lib/calendar/guests/changed-meetings';
import type { ReminderChange } from '#lib/calendar/guests/reminders/follow';
import type { Job } from '#lib/calendar/model/job';
import type { ChangeNotice } from '#lib/calendar/stores/events';
import { readEvent } from '#lib/stores/dynamodb/calendar/items/event-items';
import { readCalendar, readEntry, readJob } from '#lib/stores/dynamodb/calendar/items/items';
import {
  calendarKey,
  entryPrefix,
  eventPrefix,
  jobsPk,
  overlaysPrefix,
  userKey,
} from '#lib/stores/dynamodb/calendar/items/keys';

const USERS = userKey('').pk;
const META = calendarKey('').sk;

type Image = NonNullable<DynamoDBRecord['dynamodb']>['NewImage'];

// Lambda gives bytes as base64, which `unpackBody` and `unpackGuests` take.
const read = (image: Image) => (image === undefined ? undefined : unmarshall(image as Record<string, AttributeValue>));

/** Undefined for what is no event, and for what the database removed because its time had come. */
export function readItemChange({ dynamodb = {}, userIdentity }: DynamoDBRecord): ItemChange | undefined {
  const { Keys, OldImage, NewImage, SequenceNumber = '' } = dynamodb;
  const [pk = '', sk = ''] = [Keys?.['pk']?.S, Keys?.['sk']?.S];
  if (!sk.startsWith(eventPrefix) || pk.startsWith(USERS) || userIdentity !== undefined) return undefined;
  const [before, after] = [read(OldImage), read(NewImage)];
  return {
    sequenceNumber: SequenceNumber,
    calendarId: pk,
    before: before && readEvent(before),
    after: after && readEvent(after),
    telling: after?.['telling'] as ChangeNotice | undefined,
  };
}

export interface NewUserRecord {
  readonly sequenceNumber: string;
  readonly email: string;
}

/** Somebody whose calendar has just been made. */
export function readNewUser({ dynamodb = {} }: DynamoDBRecord): NewUserRecord | undefined {
  const { Keys, OldImage, NewImage, SequenceNumber = '' } = dynamodb;
  const [pk = '', sk = ''] = [Keys?.['pk']?.S, Keys?.['sk']?.S];
  const isNew = pk.startsWith(USERS) && sk === META && OldImage === undefined && NewImage !== undefined;
  return isNew ? { sequenceNumber: SequenceNumber, email: pk.slice(USERS.length) } : undefined;
}

export interface NewJobRecord {
  readonly sequenceNumber: string;
  readonly job: Job;
}

/** Work that a request has just left for later; its progress is none. */
export function readNewJob({ dynamodb = {} }: DynamoDBRecord): NewJobRecord | undefined {
  const { Keys, OldImage, NewImage, SequenceNumber = '' } = dynamodb;
  const item = Keys?.['pk']?.S === jobsPk && OldImage === undefined ? read(NewImage) : undefined;
  return item && { sequenceNumber: SequenceNumber, job: readJob(item) };
}

/** A change where somebody gets reminders by mail: of an event or the zone, of own reminders, or of a calendar's defaults. */
export function readReminderChange({
  dynamodb = {},
}: DynamoDBRecord): (ReminderChange & { readonly sequenceNumber: string }) | undefined {
  const { Keys, NewImage, SequenceNumber: sequenceNumber = '' } = dynamodb;
  if (NewImage?.['remindsByMail'] === undefined) return undefined;
  const [pk = '', sk = ''] = [Keys?.['pk']?.S, Keys?.['sk']?.S];
  const item = read(NewImage) ?? {};
  if (!pk.startsWith(USERS)) {
    const { eventsUpdatedAtMs, updatedAtMs } = readCalendar(item);
    return { sequenceNumber, calendarId: pk, atMs: Math.max(eventsUpdatedAtMs, updatedAtMs) };
  }
  const email = pk.slice(USERS.length);
  if (sk.startsWith(entryPrefix)) {
    const { calendarId, updatedAtMs } = readEntry(item);
    return { sequenceNumber, calendarId, email, atMs: updatedAtMs };
  }
  const calendarId = sk.slice(overlaysPrefix.length, sk.lastIndexOf('#'));
  return { sequenceNumber, calendarId, email, atMs: Number(item['updatedAtMs']) };
}
