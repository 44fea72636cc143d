/** What a team does in a month, in requests; each line is a guess that can be argued with. */
import { dollarsOf, times, type Quantities } from './price.ts';

const WORKING_DAYS = 22;

/** Of one user on a working day: a web page and a phone that are in use, and a few changes. */
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

/** Of the whole team in a month: 100,000 conversions, a thousand small reports. */
const PER_MONTH: Readonly<Record<string, number>> = {
  'doubleclicksearch.conversion.insert (of 100)': 1_000,
  'doubleclicksearch.conversion.get (of 100)': 1_000,
  'doubleclicksearch.reports.generate': 1_000,
};

/** Every change of a calendar runs the two functions that read the table's stream, at most once each, for 20 ms. */
const STREAM: Quantities = { lambdaRequests: 2, lambdaGigabyteSeconds: 0.04, dynamodbReadUnits: 1 };
const CHANGES = ['calendar.events.insert', 'calendar.events.patch', 'calendar.events.delete'];

const EVENTS_PER_USER = 2_000;
/** An event is kept in the table and in three indexes. */
const EVENT_GIGABYTES = (1_200 * 4) / 1e9;
/** Four metrics for each operation that is in use. */
const METRICS_PER_OPERATION = 4;

export interface Line {
  readonly name: string;
  readonly requests?: number;
  readonly dollars: number;
}

export function monthOf(users: number, each: ReadonlyMap<string, Quantities>): Line[] {
  const perDay = Object.entries(PER_USER_AND_DAY).map(([name, count]) => [name, count * WORKING_DAYS * users] as const);
  const requests = [...perDay, ...Object.entries(PER_MONTH)].filter(([name]) => each.has(name));
  const lines = requests.map(([name, count]): Line => ({ name, requests: count, dollars: dollarsOf(times(each.get(name) ?? {}, count)) }));
  const changes = requests.filter(([name]) => CHANGES.includes(name)).reduce((total, [, count]) => total + count, 0);
  return [
    ...lines,
    { name: 'streams: guests, mail and push', dollars: dollarsOf(times(STREAM, changes)) },
    { name: `storage of ${String(EVENTS_PER_USER)} events for each user`, dollars: dollarsOf({ dynamodbGigabyteMonths: users * EVENTS_PER_USER * EVENT_GIGABYTES }) },
    { name: 'metrics of each operation', dollars: dollarsOf({ customMetricMonths: requests.length * METRICS_PER_OPERATION }) },
  ];
}

