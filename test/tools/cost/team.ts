/** What a team does in a month, in requests; each number is an estimate. */
import { sumOf, times, type Quantities } from './price.ts';

const WORKING_DAYS = 22;

/** Per user and working day: a web page and a phone in use, and a few changes. */
const PER_USER_AND_DAY: Readonly<Record<string, number>> = {
  'calendar.events.list (a week)': 40,
  'calendar.events.list (sync, one change)': 60,
  'calendar.events.get': 10,
  'calendar.events.insert': 4,
  'calendar.events.patch': 3,
  'calendar.events.delete': 0.5,
  'calendar.freebusy.query': 5,
  'calendar.calendarList.list': 5,
  'calendar.settings.list': 2,
  'calendar.events.watch': 0.3,
  'books.volumes.list': 2,
  'books.volumes.get': 1,
  'books.mylibrary.bookshelves.addVolume': 0.2,
};

/** Per thousand users and month: 100,000 conversions, a thousand small reports. */
const PER_THOUSAND_AND_MONTH: Readonly<Record<string, number>> = {
  'doubleclicksearch.conversion.insert (of 100)': 1_000,
  'doubleclicksearch.conversion.get (of 100)': 1_000,
  'doubleclicksearch.reports.generate': 1_000,
};

/** Each calendar change runs the two stream functions at most once, for 20 ms. */
const STREAM: Quantities = { lambdaRequests: 2, lambdaGigabyteSeconds: 0.04, dynamodbReadUnits: 1 };
const CHANGES = ['calendar.events.insert', 'calendar.events.patch', 'calendar.events.delete'];

/** One push message in a hundred is tried again: a request of SQS to send it, one to receive it, one to delete it. */
const RETRIES: Quantities = { sqsRequests: 0.03, lambdaRequests: 0.01, lambdaGigabyteSeconds: 0.001 };
/** Of imports, push messages and letters. Five of Lambda's pollers wait for 20 seconds each at a queue, also at an empty one. */
const QUEUES = 4;
const POLLING: Quantities = { sqsRequests: QUEUES * 5 * 3 };

/** Four functions look for due work every minute, for 30 ms each; one of them has 3 GB. */
const MINUTE: Quantities = { lambdaRequests: 4, lambdaGigabyteSeconds: 0.18, dynamodbReadUnits: 15 };
const MINUTES_IN_MONTH = 43_200;

const EVENTS_PER_USER = 2_000;
/** An event is stored in the table and in three indexes, all with point-in-time recovery. */
const EVENT_GIGABYTES = (1_200 * 4) / 1e9;

/** The template's number of alarms, independent of users; a test compares it with the template. */
export const ALARMS = 24;
const WATCHED: Quantities = { alarmMonths: ALARMS, dashboardMonths: 1 };

export interface Line {
  readonly name: string;
  readonly requests?: number;
  readonly quantities: Quantities;
}

/** `each` has the billed quantities of one request per operation. */
export function monthOf(users: number, each: ReadonlyMap<string, Quantities>): Line[] {
  const perDay = Object.entries(PER_USER_AND_DAY).map(([name, count]) => [name, count * WORKING_DAYS * users] as const);
  const perMonth = Object.entries(PER_THOUSAND_AND_MONTH).map(
    ([name, count]) => [name, (count * users) / 1_000] as const,
  );
  const requests = [...perDay, ...perMonth].filter(([name]) => each.has(name));
  const lines = requests.map(([name, count]): Line => ({
    name,
    requests: count,
    quantities: times(each.get(name) ?? {}, count),
  }));
  const changes = requests.filter(([name]) => CHANGES.includes(name)).reduce((total, [, count]) => total + count, 0);
  const gigabytes = users * EVENTS_PER_USER * EVENT_GIGABYTES;
  return [
    ...lines,
    { name: 'streams: guests, mail and push', quantities: times(STREAM, changes) },
    { name: 'push messages that are tried again', quantities: times(RETRIES, changes) },
    { name: 'asking the queues, all day', quantities: times(POLLING, MINUTES_IN_MONTH) },
    { name: 'looking for what is due, every minute', quantities: times(MINUTE, MINUTES_IN_MONTH) },
    {
      name: `storage of ${String(EVENTS_PER_USER)} events for each user`,
      quantities: { dynamodbGigabyteMonths: gigabytes },
    },
    { name: 'restoring them to any second of 35 days', quantities: { dynamodbBackupGigabyteMonths: gigabytes } },
    { name: 'alarms and dashboard', quantities: WATCHED },
  ];
}

export const allOf = (lines: readonly Line[]): Quantities => sumOf(lines.map(({ quantities }) => quantities));
