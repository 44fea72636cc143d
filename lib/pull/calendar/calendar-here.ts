/** A person's calendar here, asked in the same words as the one at the other service: for comparing them. */
import type { Context, User } from '#lib/api/context';
import { openCalendar, requireUser } from '#lib/calendar/access/open-calendar';
import { listRules } from '#lib/calendar/acl/list-rules';
import { listCalendars } from '#lib/calendar/calendar-list/list-entries';
import { describeCalendar } from '#lib/calendar/calendars/details';
import { listEvents } from '#lib/calendar/events/list/list-events';
import { getEvent } from '#lib/calendar/events/read/get-event';
import type { CalendarStores } from '#lib/calendar/stores/all';
import { listSettings } from '#lib/calendar/users/list-settings';
import type { CalendarUpstream } from './pull-context.ts';

type Answer = (context: Context<CalendarStores, User>, ids: readonly string[], page: Page) => Promise<object>;

interface Page {
  readonly maxResults: number;
  readonly pageToken?: string | undefined;
}

const ANSWERS: readonly (readonly [path: RegExp, answer: Answer])[] = [
  [/^users\/me\/calendarList$/, (context, _ids, page) => listCalendars({ ...page, showHidden: true }, context)],
  [
    /^users\/me\/settings$/,
    async (context, _ids, page) =>
      listSettings(await requireUser(context), page, {
        now: context.clock.now(),
        sinceMs: context.stores.syncTokensSinceMs,
      }),
  ],
  [/^calendars\/([^/]+)\/acl$/, (context, [id = ''], page) => listRules(id, page, context)],
  [/^calendars\/([^/]+)\/events$/, (context, [id = ''], page) => listEvents(id, page, context)],
  [
    /^calendars\/([^/]+)\/events\/([^/]+)$/,
    (context, [calendarId = '', eventId = '']) => getEvent({ calendarId, eventId }, {}, context),
  ],
  [/^calendars\/([^/]+)$/, async (context, [id = '']) => describeCalendar((await openCalendar(id, context)).calendar)],
];

const DEFAULT_PAGE_SIZE = 250;

export const calendarHere = (context: Context<CalendarStores, User>): CalendarUpstream => ({
  async get<T>(path: string, { maxResults, pageToken }: Readonly<Record<string, unknown>> = {}): Promise<T> {
    for (const [pattern, answer] of ANSWERS) {
      const found = pattern.exec(path);
      if (found === null) continue;
      const page = {
        maxResults: Number(maxResults ?? DEFAULT_PAGE_SIZE),
        ...(pageToken !== undefined && { pageToken: String(pageToken) }),
      };
      return (await answer(context, found.slice(1).map(decodeURIComponent), page)) as T;
    }
    throw new Error(`nothing answers ${path}`);
  },
});
