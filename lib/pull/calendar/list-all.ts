/** Lists that are small enough to be read as a whole. */
import { foldAddress } from '#lib/api/text/address';
import type { CalendarListEntryResource, CalendarListResource } from '#lib/calendar/resources/calendar-list';
import type { SettingsResource } from '#lib/calendar/resources/settings';
import type { PullContext } from './pull-context.ts';

const LIST_PAGE_SIZE = 250;

/** All pages of a list. */
export async function listAll<T>(
  path: string,
  query: Readonly<Record<string, boolean>>,
  { upstream }: Pick<PullContext, 'upstream'>,
): Promise<T[]> {
  const items: T[] = [];
  for (let pageToken: string | undefined, isFirst = true; isFirst || pageToken !== undefined; isFirst = false) {
    const page: { items?: T[]; nextPageToken?: string } = await upstream.get(path, {
      ...query,
      maxResults: LIST_PAGE_SIZE,
      pageToken,
    });
    items.push(...(page.items ?? []));
    pageToken = page.nextPageToken;
  }
  return items;
}

/** The person's calendar list at the other service, hidden calendars included. */
export const listThere = (context: Pick<PullContext, 'upstream'>): Promise<CalendarListEntryResource[]> =>
  listAll<NonNullable<CalendarListResource['items']>[number]>('users/me/calendarList', { showHidden: true }, context);

export const settingsThere = (context: Pick<PullContext, 'upstream'>) =>
  listAll<NonNullable<SettingsResource['items']>[number]>('users/me/settings', {}, context);

/** Whether the calendar is the person's to bring along, not one that somebody shares. */
export const isOwn = ({ accessRole, dataOwner, primary }: CalendarListEntryResource, email: string): boolean =>
  primary === true || (accessRole === 'owner' && (dataOwner === undefined || foldAddress(dataOwner) === email));
