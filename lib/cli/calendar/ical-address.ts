/** `npm run calendar -- ical-address`: where phones and other calendars subscribe to a calendar. */
import type { Context, User } from '#lib/api/context';
import { getAddress, removeAddress, resetAddress } from '#lib/calendar/ics/feed/addresses';
import type { CalendarStores } from '#lib/calendar/stores/all';
import { WrongUsage } from '#lib/command/command';

export interface AddressOptions {
  readonly reset?: boolean | undefined;
  readonly remove?: boolean | undefined;
}

/** The lines to print. */
export async function icalAddress(
  calendarId: string,
  { reset = false, remove = false }: AddressOptions,
  context: Context<CalendarStores, User>,
): Promise<string> {
  if (reset && remove) throw new WrongUsage('Either --reset or --remove.');
  if (remove) await removeAddress(calendarId, context);
  const { publicUrl, publicRole, secretUrl, secretCreated, secretCreator } = await (reset ? resetAddress : getAddress)(
    calendarId,
    context,
  );
  const secret =
    secretUrl ??
    (secretCreated === undefined
      ? 'none; --reset makes one'
      : `made on ${secretCreated} by ${String(secretCreator)} and shown only then; --reset makes another`);
  const everybody = publicRole === 'none' ? ' (answers 404: no access rule opens the calendar to everybody)' : '';
  return `public: ${String(publicUrl)}${everybody}\nsecret: ${secret}`;
}
