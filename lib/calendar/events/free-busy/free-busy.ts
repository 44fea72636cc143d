/** Busy times of many calendars, requested one by one or by group. */
import type { Context } from '#lib/api/context';
import { ApiError, badRequest } from '#lib/api/errors';
import { inParallel } from '#lib/api/process/in-parallel';
import { foldAddress } from '#lib/api/text/address';
import { requireUser } from '#lib/calendar/access/open-calendar';
import { requireVisible, ruleIdsFor } from '#lib/calendar/access/permissions';
import { readWindow } from '#lib/calendar/events/rows/list-request';
import { resolveCalendarId, type Calendar } from '#lib/calendar/model/calendar';
import type { Groups } from '#lib/calendar/model/groups';
import { EXPANSIONS_CUT, ExpansionBudget } from '#lib/calendar/recurrence/budget';
import type {
  FreeBusyCalendarResource,
  FreeBusyGroupResource,
  FreeBusyRequestResource,
  FreeBusyResponseResource,
} from '#lib/calendar/resources/free-busy';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { BoundedWindow } from '#lib/calendar/stores/busy-memory';
import type { CalendarView } from '#lib/calendar/stores/calendars';
import { DAY } from '#lib/calendar/time/civil';
import { formatInZone } from '#lib/calendar/time/timestamp';
import { requireTimeZone } from '#lib/calendar/time/zone';
import { busyTimes } from './busy-times.ts';

const MAX_CALENDARS = 50;
const MAX_MEMBERS = 100;
/** All calendars of one answer; the connections of the database client are the limit. */
const CALENDARS_AT_ONCE = MAX_CALENDARS;
/** Limits the answer for endless series. */
const MAX_WINDOW_DAYS = 1830;
/** Occurrences of recurring events that an answer looks at, and those of one calendar. */
const MAX_EXPANSIONS = 500_000;
const MAX_EXPANSIONS_OF_ONE = 200_000;
const DEFAULT_ZONE = 'UTC';

const refusal = (domain: 'global' | 'calendar', reason: string) => ({ errors: [{ domain, reason }], busy: [] });
const NOT_FOUND = refusal('global', 'notFound');
const TOO_MANY = refusal('calendar', 'tooManyCalendarsRequested');
const FAILED = refusal('global', 'internalError');

const rangeTooLong = (message: string): ApiError =>
  badRequest('timeRangeTooLong', message, { domain: 'calendar', parameter: 'timeMax' });

function readBounds({ timeMin, timeMax }: FreeBusyRequestResource): BoundedWindow {
  if (timeMin === undefined || timeMin === '') throw badRequest('required', 'Missing timeMin parameter.');
  if (timeMax === undefined || timeMax === '') throw badRequest('required', 'Missing timeMax parameter.');
  const { after = 0, before = 0 } = readWindow({ timeMin, timeMax });
  if (before - after > MAX_WINDOW_DAYS * DAY) throw rangeTooLong('The requested time range is too long.');
  return { after, before };
}

/** Values above the maximum count as the maximum. */
const atMost = (asked: number | undefined, most: number): number => Math.max(0, Math.min(asked ?? most, most));

interface Asked {
  /** Requested ids and members of requested groups, each once. */
  readonly calendars: readonly string[];
  readonly groups: Readonly<Record<string, FreeBusyGroupResource>>;
}

function expandGroups({ items = [], groupExpansionMax }: FreeBusyRequestResource, known: Groups): Asked {
  const most = atMost(groupExpansionMax, MAX_MEMBERS);
  const calendars = new Set<string>();
  const groups: Record<string, FreeBusyGroupResource> = {};
  for (const { id = '' } of items) {
    const members = known.membersOf(foldAddress(id));
    if (members === undefined) calendars.add(id);
    else if (members.length > most) groups[id] = { errors: [{ domain: 'calendar', reason: 'groupTooBig' }] };
    else {
      groups[id] = { calendars: [...members] };
      for (const member of members) calendars.add(member);
    }
  }
  calendars.delete('');
  return { calendars: [...calendars], groups };
}

async function viewAll(
  ids: readonly string[],
  ruleIds: readonly string[],
  context: Context<CalendarStores>,
): Promise<CalendarView[]> {
  const { caller, stores } = context;
  const calendarIds = ids.map((id) => resolveCalendarId(id, caller.email));
  const read = () => stores.calendars.viewAll(calendarIds, caller.email, ruleIds);
  const views = await read();
  if (caller.kind === 'anonymous' || views.every(({ user }) => user !== undefined)) return views;
  await requireUser({ ...context, caller });
  return read();
}

/** The calendar, if the caller may see its busy times. */
function readable(view: CalendarView | undefined, { caller }: Context<CalendarStores>): Calendar | undefined {
  try {
    return view && requireVisible(view, caller).calendar;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Owners are told that they have too much in the range; for others the answer ends where the budget does. */
async function answerFor(
  id: string,
  calendar: Calendar,
  { window, zone, budget }: { readonly window: BoundedWindow; readonly zone: string; readonly budget: ExpansionBudget },
  { caller, stores, log }: Context<CalendarStores>,
): Promise<FreeBusyCalendarResource> {
  try {
    const own = new ExpansionBudget(MAX_EXPANSIONS_OF_ONE, budget);
    const { busy, isCut } = await busyTimes(stores.events, calendar, window, own, stores.busyMemory.of(calendar));
    if (isCut && calendar.owner === caller.email)
      throw rangeTooLong(`Too many recurring events of ${id} in the requested time range.`);
    if (isCut) log.info(EXPANSIONS_CUT, { service: 'calendar', run: 'freeBusy', calendar: id });
    return { busy: busy.map(({ start, end }) => ({ start: formatInZone(start, zone), end: formatInZone(end, zone) })) };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    log.error('free/busy failed', { calendar: id, error: String(error) });
    return FAILED;
  }
}

export async function queryFreeBusy(
  request: FreeBusyRequestResource,
  context: Context<CalendarStores>,
): Promise<FreeBusyResponseResource> {
  const { caller, stores } = context;
  const window = readBounds(request);
  const zone = requireTimeZone(request.timeZone) ?? DEFAULT_ZONE;
  const {
    calendars: ids,
    groups,
    views,
  } = await stores.groups.reading(
    (known) => ({ ...expandGroups(request, known), ruleIds: ruleIdsFor(caller.email, known) }),
    async (wanted) => ({ ...wanted, views: await viewAll(wanted.calendars, wanted.ruleIds, context) }),
  );

  let room = atMost(request.calendarExpansionMax, MAX_CALENDARS);
  const asked = ids.map((id, index) => {
    const calendar = readable(views[index], context);
    if (calendar !== undefined) room -= 1;
    return { id, calendar, fits: room >= 0 };
  });
  const budget = new ExpansionBudget(MAX_EXPANSIONS);
  const answers = await inParallel(
    asked,
    CALENDARS_AT_ONCE,
    async ({ id, calendar, fits }): Promise<FreeBusyCalendarResource> => {
      if (calendar === undefined) return NOT_FOUND;
      if (!fits) return TOO_MANY;
      return answerFor(id, calendar, { window, zone, budget }, context);
    },
  );
  return {
    kind: 'calendar#freeBusy',
    timeMin: new Date(window.after).toISOString(),
    timeMax: new Date(window.before).toISOString(),
    ...(Object.keys(groups).length > 0 && { groups }),
    calendars: Object.fromEntries(asked.map(({ id }, index) => [id, answers[index] ?? FAILED])),
  };
}
