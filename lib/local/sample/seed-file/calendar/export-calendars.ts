/** Users, calendars and channels of a stack as a seed has them. */
import { sameEntry } from '#lib/calendar/calendar-list/entry-fields';
import { describeCalendar } from '#lib/calendar/calendars/details';
import type { Calendar } from '#lib/calendar/model/calendar';
import { isLive, type Channel } from '#lib/calendar/model/channel';
import { newEntry, primaryEntry, type ListEntry } from '#lib/calendar/model/list-entry';
import { atLeast, type Role } from '#lib/calendar/model/roles';
import type { User } from '#lib/calendar/model/user';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { Page } from '#lib/calendar/stores/page';
import type { SeedCalendar, SeedChannel, SeedEntry, SeedUser } from '#lib/local/sample/seed-file/form/schema';
import { withoutEmpty } from '#lib/local/sample/seed-file/form/writable';
import type { ActingAs } from './apply-calendars.ts';
import { allEvents, exportEvents } from './export-events.ts';
import type { ListedEvents } from './export-own.ts';
import { remindersOfOthers, type OthersReminders } from './export-reminders.ts';

const PAGE = 500;

async function allOf<T>(list: (after: string | undefined) => Promise<Page<T>>): Promise<T[]> {
  const found: T[] = [];
  let after: string | undefined;
  do {
    const { items, next } = await list(after);
    found.push(...items);
    after = next;
  } while (after !== undefined);
  return found;
}

type Details = Pick<SeedCalendar, 'description' | 'location' | 'timeZone' | 'labelProperties' | 'rules' | 'events'>;

interface ExportedWorld {
  readonly calendars: ReadonlyMap<string, Calendar>;
  readonly events: ReadonlyMap<string, ListedEvents>;
  readonly entries: ReadonlyMap<string, readonly ListEntry[]>;
  readonly reminders: ReadonlyMap<string, readonly OthersReminders[]>;
}

async function exportDetails(calendar: Calendar, world: ExportedWorld, actingAs: ActingAs): Promise<Details> {
  const context = actingAs(calendar.owner);
  const rules = await allOf((after) => context.stores.rules.list(calendar.id, after, PAGE));
  const roles = new Map<string, Role>(
    rules.flatMap(({ id, role }) => (role === 'none' || id === `user:${calendar.owner}` ? [] : [[id, role]])),
  );
  const { description, location, timeZone, labelProperties } = describeCalendar(calendar);
  const mayWrite = (email: string): boolean => atLeast(roles.get(`user:${email}`) ?? 'none', 'writer');
  return withoutEmpty({
    description,
    location,
    timeZone,
    labelProperties,
    rules: Object.fromEntries(roles),
    events: exportEvents({
      calendar,
      isKnown: (id) => world.calendars.has(id),
      mayWrite,
      eventsOf: (id) => world.events.get(id),
      reminders: world.reminders.get(calendar.id) ?? [],
    }),
  });
}

const seedEntry = (entry: ListEntry): SeedEntry =>
  withoutEmpty({
    id: entry.calendarId,
    summaryOverride: entry.summaryOverride,
    ...(entry.backgroundColor === undefined && { colorId: entry.colorId }),
    backgroundColor: entry.backgroundColor,
    foregroundColor: entry.foregroundColor,
    ...(entry.isHidden && { hidden: true }),
    selected: entry.isSelected,
    defaultReminders: entry.defaultReminders.map((reminder) => ({ ...reminder })),
    notificationSettings: withoutEmpty({ notifications: entry.notifications.map((one) => ({ ...one })) }),
  });

/** Those that a seed does not make by itself. */
function isUnusual(entry: ListEntry, { email }: User, calendars: ReadonlyMap<string, Calendar>): boolean {
  const { calendarId, updatedAtMs } = entry;
  if (entry.isRemoved) return false;
  if (calendars.get(calendarId)?.owner !== email) return true;
  const usual = calendarId === email ? primaryEntry(email, updatedAtMs) : newEntry(calendarId, updatedAtMs, true);
  return !sameEntry(entry, usual);
}

async function exportUser(user: User, world: ExportedWorld, actingAs: ActingAs): Promise<SeedUser> {
  const { email } = user;
  const { calendars } = world;
  const main = calendars.get(email);
  const entries = world.entries.get(email) ?? [];
  const details = main && (await exportDetails(main, world, actingAs));
  return withoutEmpty({
    email,
    settings: Object.fromEntries(Object.entries(user.settings).map(([id, { value }]) => [id, value])),
    summary: main?.summary === email ? undefined : main?.summary,
    ...details,
    calendarList: entries.filter((entry) => isUnusual(entry, user, calendars)).map(seedEntry),
  });
}

function exportChannel({ id, email, topic, address, token, expiresAtMs }: Channel): SeedChannel[] {
  // A web hook of the console is no channel that clients open.
  if (topic.what === 'hook') return [];
  const isOfCalendar = topic.what === 'events' || topic.what === 'acl';
  return [
    withoutEmpty({
      id,
      user: email,
      watch: topic.what,
      calendar: isOfCalendar ? topic.of : undefined,
      address,
      token,
      expiration: new Date(expiresAtMs).toISOString(),
    }),
  ];
}

async function readWorld(
  users: readonly User[],
  calendars: ReadonlyMap<string, Calendar>,
  actingAs: ActingAs,
): Promise<ExportedWorld> {
  const events = new Map<string, ListedEvents>();
  for (const { id, owner } of calendars.values()) events.set(id, await allEvents(id, actingAs(owner)));
  const entries = new Map<string, readonly ListEntry[]>();
  for (const { email } of users)
    entries.set(email, await allOf((after) => actingAs(email).stores.entries.list(email, after, PAGE)));
  return { calendars, events, entries, reminders: await remindersOfOthers(entries, calendars, actingAs) };
}

export async function exportCalendars(
  users: readonly User[],
  list: readonly Calendar[],
  actingAs: ActingAs,
): Promise<{ users: SeedUser[]; calendars: SeedCalendar[] }> {
  const calendars = new Map(list.map((calendar) => [calendar.id, calendar]));
  const world = await readWorld(users, calendars, actingAs);
  const exported: { users: SeedUser[]; calendars: SeedCalendar[] } = { users: [], calendars: [] };
  for (const user of users) exported.users.push(await exportUser(user, world, actingAs));
  for (const calendar of list) {
    if (calendar.isPrimary) continue;
    const { id, owner, summary } = calendar;
    exported.calendars.push({
      id,
      owner,
      summary,
      ...(await exportDetails(calendar, world, actingAs)),
    });
  }
  return exported;
}

export const exportChannels = async (
  { channels }: Pick<CalendarStores, 'channels'>,
  nowMs: number,
): Promise<SeedChannel[]> =>
  (await channels.list())
    .filter(({ channel, isEnding }) => !isEnding && isLive(channel, nowMs))
    .flatMap(({ channel }) => exportChannel(channel));
