/** Takes a calendar that the person owns: its details, its list entry and its rules. */
import { badRequest } from '#lib/api/errors';
import { foldAddress } from '#lib/api/text/address';
import { ruleIdOf, roleOf } from '#lib/calendar/access/acl-rule';
import { replacedEntry, sameEntry } from '#lib/calendar/calendar-list/entry-fields';
import { newCalendar, sameDetails } from '#lib/calendar/calendars/details';
import type { CalendarDetails, EventLabel } from '#lib/calendar/model/calendar';
import { nextTick } from '#lib/calendar/model/change-clock';
import { CALENDAR_COLORS } from '#lib/calendar/model/colors';
import { newEntry, type ListEntry } from '#lib/calendar/model/list-entry';
import type { AccessRule } from '#lib/calendar/model/rule';
import type { AclResource } from '#lib/calendar/resources/acl';
import type { CalendarResource } from '#lib/calendar/resources/calendar';
import type { CalendarListEntryResource } from '#lib/calendar/resources/calendar-list';
import type { CalendarView } from '#lib/calendar/stores/calendars';
import type { WithSeq } from '#lib/calendar/stores/page';
import { retryOnConflict } from '#lib/calendar/stores/retry-on-conflict';
import { isTimeZone } from '#lib/calendar/time/zone';
import { newUser, ownerRule } from '#lib/calendar/users/new-user';
import { listAll } from './list-all.ts';
import { QUIETLY, reasonOf, type PullContext } from './pull-context.ts';

const RULES_PAGE_SIZE = 250;

function detailsOf({ summary, description, location, timeZone, labelProperties }: CalendarResource): CalendarDetails {
  if (timeZone === undefined || !isTimeZone(timeZone))
    throw badRequest('invalid', `Invalid time zone: ${String(timeZone)}.`);
  const labels = labelProperties?.eventLabels as EventLabel[] | undefined;
  return {
    summary: summary ?? '',
    description,
    location,
    timeZone,
    ...(labels !== undefined && labels.length > 0 && { labels }),
  };
}

/** The entry as the person has set it up there. Colours outside the palette are taken by their value. */
export function entryAfter(
  entry: ListEntry | undefined,
  row: CalendarListEntryResource,
  calendarId: string,
  isPrimary: boolean,
): ListEntry {
  const { colorId = '', backgroundColor } = row;
  const isRgb = backgroundColor !== undefined && backgroundColor.toLowerCase() !== CALENDAR_COLORS[colorId];
  const before = entry ?? newEntry(calendarId, 0, false);
  return { ...replacedEntry({ ...before, isRemoved: false }, row, isRgb, isPrimary), isRemoved: false };
}

export async function writeEntry(
  entry: ListEntry,
  previous: WithSeq<ListEntry> | undefined,
  { email, clock, stores, counts }: PullContext,
): Promise<boolean> {
  if (previous !== undefined && sameEntry(previous, entry)) return true;
  const user = await stores.users.find(email);
  const updatedAtMs = nextTick(clock.now().getTime(), previous?.updatedAtMs ?? 0);
  counts.changed += 1;
  return stores.entries.replace({ email, seq: user?.seq ?? 0 }, { ...entry, updatedAtMs }, previous, QUIETLY);
}

/** Also a calendar that is new here; undefined when somebody deleted it here. */
async function openOrAdd(
  calendarId: string,
  details: CalendarDetails,
  row: CalendarListEntryResource,
  context: PullContext,
): Promise<CalendarView | undefined> {
  const { email, clock, stores, counts } = context;
  const read = () => stores.calendars.view(calendarId, email, []);
  const view = await read();
  if (view.calendar !== undefined) return view.calendar.isRemoved === true ? undefined : view;
  const atMs = clock.now().getTime();
  const calendar = newCalendar(details, { kind: 'user', email, scopes: [], clientId: undefined }, calendarId, atMs);
  const entry = { ...entryAfter(undefined, row, calendarId, false), updatedAtMs: atMs };
  const owner = { email, seq: view.user?.seq ?? 0 };
  await stores.calendars.add(calendar, owner, ownerRule(email, atMs), entry, QUIETLY);
  counts.changed += 1;
  return read();
}

async function takeRules(calendarId: string, context: PullContext): Promise<void> {
  const { stores, clock, untaken, counts } = context;
  const wanted = new Map<string, AccessRule['role']>();
  const path = `calendars/${encodeURIComponent(calendarId)}/acl`;
  for (const { id = '', scope, role } of await listAll<NonNullable<AclResource['items']>[number]>(path, {}, context)) {
    try {
      const ruleId = ruleIdOf(scope ?? {});
      wanted.set(ruleId, roleOf(role, ruleId));
      await untaken.forget([{ what: 'rule', id, calendarId }]);
    } catch (error) {
      await untaken.add([{ what: 'rule', id, calendarId, reason: reasonOf(error) }]);
    }
  }
  await retryOnConflict(async () => {
    const { calendar } = await stores.calendars.view(calendarId, undefined, []);
    if (calendar === undefined) return true;
    const known = new Map<string, WithSeq<AccessRule>>();
    for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
      const page = await stores.rules.list(calendarId, after, RULES_PAGE_SIZE);
      for (const rule of page.items) known.set(rule.id, rule);
      after = page.next;
    }
    const atMs = clock.now().getTime();
    for (const [id, role] of wanted) {
      const previous = known.get(id);
      if (previous?.role === role) continue;
      const updatedAtMs = nextTick(atMs, previous?.updatedAtMs ?? 0);
      counts.changed += 1;
      if ((await stores.rules.replace(calendar, { id, role, updatedAtMs }, previous, QUIETLY)) === false)
        return undefined;
    }
    for (const [id, rule] of known) {
      const isOwners = id === ownerRule(calendar.owner, 0).id;
      if (wanted.has(id) || rule.role === 'none' || isOwners) continue;
      const removed = { ...rule, updatedAtMs: nextTick(atMs, rule.updatedAtMs) };
      counts.changed += 1;
      if ((await stores.rules.remove(calendar, removed, rule)) === false) return undefined;
    }
    return true;
  });
}

/** Answers the id that the calendar has here; undefined when it could not be taken. */
export async function takeCalendar(row: CalendarListEntryResource, context: PullContext): Promise<string | undefined> {
  const { email, upstream, stores, clock, untaken, counts } = context;
  const isPrimary = row.primary === true;
  const calendarId = isPrimary ? email : foldAddress(row.id ?? '');
  if (isPrimary) await stores.users.provision(newUser(email, clock.now().getTime(), stores.defaultTimeZone));
  try {
    const details = detailsOf(await upstream.get(`calendars/${encodeURIComponent(row.id ?? '')}`));
    const isThere = await retryOnConflict(async () => {
      const view = await openOrAdd(calendarId, details, row, context);
      const { calendar } = view ?? {};
      if (view === undefined || calendar === undefined) return 'no';
      if (!sameDetails(calendar, details)) {
        counts.changed += 1;
        const atMs = nextTick(clock.now().getTime(), calendar.updatedAtMs);
        if (!(await stores.calendars.change(calendar, details, atMs))) return undefined;
      }
      const entry = entryAfter(view.entry, row, calendarId, isPrimary);
      return (await writeEntry(entry, view.entry, context)) ? 'yes' : undefined;
    });
    if (isThere === 'no') throw badRequest('invalid', 'The calendar was deleted here.');
    await takeRules(calendarId, context);
    await untaken.forget([{ what: 'calendar', id: calendarId }]);
    return calendarId;
  } catch (error) {
    await untaken.add([{ what: 'calendar', id: calendarId, reason: reasonOf(error) }]);
    return undefined;
  }
}
