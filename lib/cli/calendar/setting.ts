/** `npm run calendar -- setting`: changes a setting of a user. A zone can become that of the user's calendars as well. */
import type { Context, User } from '#lib/api/context';
import { foldAddress } from '#lib/api/text/address';
import { listCalendars } from '#lib/calendar/calendar-list/list-entries';
import { changeCalendar } from '#lib/calendar/calendars/change-calendar';
import { patchedDetails } from '#lib/calendar/calendars/details';
import type { Calendar } from '#lib/calendar/model/calendar';
import { SCOPE } from '#lib/calendar/scopes';
import type { CalendarStores } from '#lib/calendar/stores/all';
import { newUser } from '#lib/calendar/users/new-user';
import { settingError } from '#lib/calendar/users/settings';
import { askYes, canAsk } from '#lib/command/ask';
import { WrongUsage, type Options, type Values } from '#lib/command/command';
import { StartupError } from '#lib/command/startup-error';
import { FORCE } from './force.ts';
import { requireKnownUser } from './known-user.ts';

export const SETTING_OPTIONS = {
  calendars: {
    type: 'boolean',
    default: false,
    does: "with timezone: also change the zone of the user's calendars, without asking",
  },
  ...FORCE,
} as const satisfies Options;

type Acting = Context<CalendarStores, User>;

/** The user's own calendars; those of others keep their zone, whatever role the user has there. */
async function ownCalendars(context: Acting): Promise<Calendar[]> {
  const { email } = context.caller;
  const own: Calendar[] = [];
  for (let pageToken: string | undefined; ;) {
    const page = await listCalendars({ maxResults: 250, showHidden: true, pageToken }, context);
    for (const { id = '' } of page.items ?? []) {
      const { calendar } = await context.stores.calendars.view(id, undefined, []);
      if (calendar?.owner === email) own.push(calendar);
    }
    pageToken = page.nextPageToken;
    if (pageToken === undefined) return own;
  }
}

/** Times without a zone, as in quickAdd, are read in the zone of the calendar, not in that of the setting. */
async function offerZone(timeZone: string, isMeant: boolean, context: Acting): Promise<void> {
  const others = (await ownCalendars(context)).filter((calendar) => calendar.timeZone !== timeZone);
  if (others.length === 0) return;
  const list = others.map((calendar) => `  ${calendar.summary} (${calendar.timeZone})`).join('\n');
  if (!isMeant) {
    console.log(`These calendars of ${context.caller.email} are still in another zone:\n${list}`);
    if (!canAsk()) {
      console.log('To change them too, run it again with --calendars.');
      return;
    }
    if (!(await askYes(`Change them to ${timeZone}?`))) return;
  }
  for (const { id } of others)
    await changeCalendar('calendars.patch', id, (now) => patchedDetails(now, { timeZone }, context.ids), context);
  console.log(`Now in ${timeZone}, too:\n${list.replaceAll(/ \([^()]*\)$/gm, '')}`);
}

/** Clients see it like any change: at their next sync, and through channels on the settings. */
export async function setSetting(
  [address = '', id = '', value = '']: readonly string[],
  { force, calendars }: Pick<Values<typeof SETTING_OPTIONS>, 'force' | 'calendars'>,
): Promise<void> {
  if (!/^\S+@\S+$/.test(address)) throw new WrongUsage('Whose setting? EMAIL, ID and VALUE are needed.');
  const objection = settingError(id, value);
  if (objection !== undefined) throw new StartupError(objection);
  if (calendars && id !== 'timezone') throw new WrongUsage('--calendars goes with timezone only.');
  // Load late: they read the stage's environment when they are loaded.
  const [{ calendar }, { actingAs }] = await Promise.all([
    import('#lib/runtime/calendar/serve'),
    import('#lib/runtime/acting-as'),
  ]);
  const { users, defaultTimeZone } = calendar.stores;
  const email = foldAddress(address);
  if (!force) await requireKnownUser(email, calendar.stores);
  const atMs = calendar.clock.now().getTime();
  await users.provision(newUser(email, atMs, id === 'timezone' ? value : defaultTimeZone));
  const isChanged = await users.changeSetting(email, id, value, atMs);
  console.log(isChanged ? `${id} of ${email} is now ${value}.` : `${id} of ${email} was ${value} already.`);
  if (id === 'timezone') await offerZone(value, calendars, actingAs(calendar, email, [SCOPE.calendar]));
}
