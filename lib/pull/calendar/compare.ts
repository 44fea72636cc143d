/** Whether a person's calendar is the same on both sides, thing by thing. Nothing is written. */
import { ApiError } from '#lib/api/errors';
import { inParallel } from '#lib/api/process/in-parallel';
import { foldAddress } from '#lib/api/text/address';
import { sortedJson } from '#lib/api/text/sorted-json';
import type { AclResource } from '#lib/calendar/resources/acl';
import type { CalendarListEntryResource } from '#lib/calendar/resources/calendar-list';
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import { UpstreamError } from '#lib/pull/http/upstream-error';
import type { Untaken } from '#lib/pull/stores';
import { differingFields, digestOf } from './compare-events.ts';
import { isOwn, listAll, listThere, settingsThere } from './list-all.ts';
import type { CalendarUpstream } from './pull-context.ts';

export interface Difference extends Pick<Untaken, 'what' | 'id' | 'calendarId'> {
  /** `there`: only at the other service. `here`: only here. */
  readonly is: 'there' | 'here' | 'different';
  /** Names of the fields that differ. */
  readonly fields?: readonly string[] | undefined;
}

export interface Comparison {
  readonly events: number;
  readonly differences: readonly Difference[];
}

const PAGE_SIZE = 1000;
const READS_AT_ONCE = 8;

type Values = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

const fieldsThatDiffer = (a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): string[] =>
  Object.keys({ ...a, ...b }).filter((name) => sortedJson(a[name] ?? null) !== sortedJson(b[name] ?? null));

/** Two lists of things with an id. */
function differencesOf(what: Difference['what'], there: Values, here: Values, calendarId?: string): Difference[] {
  const of = calendarId === undefined ? {} : { calendarId };
  return [...new Set([...there.keys(), ...here.keys()])].flatMap((id): Difference[] => {
    const [one, other] = [there.get(id), here.get(id)];
    if (one === undefined) return [{ what, id, ...of, is: 'here' }];
    if (other === undefined) return [{ what, id, ...of, is: 'there' }];
    const fields = fieldsThatDiffer(one, other);
    return fields.length === 0 ? [] : [{ what, id, ...of, is: 'different', fields }];
  });
}

const entriesIn = (rows: readonly CalendarListEntryResource[]): Values =>
  new Map(
    rows.map((row) => {
      const { summaryOverride, backgroundColor, hidden, selected, defaultReminders, notificationSettings } = row;
      const reminders = defaultReminders?.map((one) => sortedJson(one)).toSorted();
      const notifications = notificationSettings?.notifications?.map((one) => sortedJson(one)).toSorted() ?? [];
      const { summary, description, location, timeZone } = row;
      const details = { summary, description, location, timeZone };
      const own = { summaryOverride, backgroundColor, hidden: hidden ?? false, selected: selected ?? false };
      return [foldAddress(row.id ?? ''), { ...details, ...own, reminders, notifications }];
    }),
  );

const settingsIn = (rows: readonly { id?: string | undefined; value?: string | undefined }[]): Values =>
  new Map(rows.map(({ id = '', value }) => [id, { value }]));

const rulesPath = (calendarId: string): string => `calendars/${encodeURIComponent(calendarId)}/acl`;
const eventsPath = (calendarId: string): string => `calendars/${encodeURIComponent(calendarId)}/events`;

async function rulesOf(calendarId: string, side: CalendarUpstream): Promise<Values> {
  const rules = await listAll<NonNullable<AclResource['items']>[number]>(rulesPath(calendarId), {}, { upstream: side });
  return new Map(rules.map(({ scope, role }) => [`${scope?.type ?? ''}:${scope?.value ?? ''}`, { role }]));
}

async function* eventsOf(calendarId: string, side: CalendarUpstream): AsyncGenerator<readonly EventResource[]> {
  for (let pageToken: string | undefined, isFirst = true; isFirst || pageToken !== undefined; isFirst = false) {
    const query = { maxResults: PAGE_SIZE, pageToken };
    const page: EventsResource = await side.get(eventsPath(calendarId), query);
    yield page.items ?? [];
    pageToken = page.nextPageToken;
  }
}

const orUndefined = async <T>(asked: Promise<T>): Promise<T | undefined> => {
  try {
    return await asked;
  } catch (error) {
    const status = error instanceof UpstreamError ? error.status : error instanceof ApiError ? error.code : 0;
    if (status === 404 || status === 410) return undefined;
    throw error;
  }
};

/** Asks both sides once more, one event at a time: they may have changed between the two lists. */
async function confirm(
  calendarId: string,
  id: string,
  there: CalendarUpstream,
  here: CalendarUpstream,
): Promise<Difference[]> {
  const path = `${eventsPath(calendarId)}/${encodeURIComponent(id)}`;
  const isLiving = (event: EventResource | undefined): event is EventResource =>
    event !== undefined && (event.status !== 'cancelled' || event.recurringEventId !== undefined);
  const [one, other] = await Promise.all([there, here].map((side) => orUndefined(side.get<EventResource>(path))));
  if (!isLiving(one) && !isLiving(other)) return [];
  if (!isLiving(one)) return [{ what: 'event', id, calendarId, is: 'here' }];
  if (!isLiving(other)) return [{ what: 'event', id, calendarId, is: 'there' }];
  const fields = differingFields(one, other);
  return fields.length === 0 ? [] : [{ what: 'event', id, calendarId, is: 'different', fields }];
}

async function compareEvents(calendarId: string, there: CalendarUpstream, here: CalendarUpstream): Promise<Comparison> {
  const digests = new Map<string, string>();
  for await (const page of eventsOf(calendarId, there))
    for (const event of page) digests.set(event.id ?? '', digestOf(event));
  const events = digests.size;
  const suspects: string[] = [];
  for await (const page of eventsOf(calendarId, here)) {
    for (const event of page) {
      const { id = '' } = event;
      if (digests.get(id) !== digestOf(event)) suspects.push(id);
      digests.delete(id);
    }
  }
  suspects.push(...digests.keys());
  const found = await inParallel(suspects, READS_AT_ONCE, (id) => confirm(calendarId, id, there, here));
  return { events, differences: found.flat() };
}

/** `onProgress` is called with the number of events compared so far. */
export async function comparePerson(
  email: string,
  there: CalendarUpstream,
  here: CalendarUpstream,
  onProgress: (events: number) => void = () => undefined,
): Promise<Comparison> {
  const [listed, listedHere] = await Promise.all([there, here].map((upstream) => listThere({ upstream })));
  const [settings, settingsHere] = await Promise.all([there, here].map((upstream) => settingsThere({ upstream })));
  const differences = [
    ...differencesOf('setting', settingsIn(settings ?? []), settingsIn(settingsHere ?? [])),
    ...differencesOf('entry', entriesIn(listed ?? []), entriesIn(listedHere ?? [])),
  ];
  let events = 0;
  const ids = new Set((listedHere ?? []).map(({ id = '' }) => foldAddress(id)));
  const own = (listed ?? []).filter((row) => isOwn(row, email)).map(({ id = '' }) => foldAddress(id));
  for (const calendarId of own.filter((id) => ids.has(id))) {
    const [rules, rulesHere] = await Promise.all([rulesOf(calendarId, there), rulesOf(calendarId, here)]);
    const compared = await compareEvents(calendarId, there, here);
    differences.push(...differencesOf('rule', rules, rulesHere, calendarId), ...compared.differences);
    events += compared.events;
    onProgress(events);
  }
  return { events, differences };
}
