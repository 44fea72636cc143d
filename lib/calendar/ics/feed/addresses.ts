/**
 * The addresses under which phones and other calendars subscribe to a calendar: a public one, which shows what the rule
 * for everybody shows, and a secret one, which an owner makes and takes away.
 */
import type { Caller, Context, User } from '#lib/api/context';
import { notFound } from '#lib/api/errors';
import { foldAddress } from '#lib/api/text/address';
import { hashSecret, isSameText, newSecret } from '#lib/api/text/secrets';
import { openCalendar } from '#lib/calendar/access/open-calendar';
import { requireAccess, type OpenCalendar } from '#lib/calendar/access/permissions';
import type { IcalAddress } from '#lib/calendar/model/ical-address';
import { atLeast } from '#lib/calendar/model/roles';
import type { IcalAddressResource } from '#lib/calendar/resources/ical-address';
import { READ_EVENTS, SCOPE } from '#lib/calendar/scopes';
import type { CalendarStores } from '#lib/calendar/stores/all';

type UserContext = Context<CalendarStores, User>;

const PUBLIC = 'public';
const SECRET_PREFIX = 'private-';

const urlOf = (rootUrl: string, calendarId: string, address: string): string =>
  `${rootUrl}calendar/ical/${encodeURIComponent(calendarId)}/${address}/basic.ics`;

/** Read by itself: the rules of an open calendar are those that matter to its reader. */
const publicRole = async (calendarId: string, { stores }: UserContext): Promise<string> =>
  (await stores.rules.find(calendarId, 'default'))?.role ?? 'none';

const describe = (
  { calendar: { id }, role }: OpenCalendar,
  address: IcalAddress | undefined,
  everybody: string,
  { request: { rootUrl } }: UserContext,
): IcalAddressResource => ({
  kind: 'almanac#icalAddress',
  calendarId: id,
  publicUrl: urlOf(rootUrl, id, PUBLIC),
  publicRole: everybody,
  // Only owners learn that there is a secret address: they alone can take it away.
  ...(address !== undefined &&
    atLeast(role, 'owner') && {
      secretCreated: new Date(address.createdAtMs).toISOString(),
      secretCreator: address.email,
    }),
});

export async function getAddress(calendarId: string, context: UserContext): Promise<IcalAddressResource> {
  const open = requireAccess(await openCalendar(calendarId, context), 'icalAddresses.get');
  const { id } = open.calendar;
  const [address, everybody] = await Promise.all([context.stores.icalAddresses.find(id), publicRole(id, context)]);
  return describe(open, address, everybody, context);
}

/** A new secret address, which this answer alone tells; the one before is worth nothing any more. */
export async function resetAddress(calendarId: string, context: UserContext): Promise<IcalAddressResource> {
  const { caller, clock, ids, request, stores } = context;
  const open = requireAccess(await openCalendar(calendarId, context), 'icalAddresses.change');
  const secret = newSecret(ids);
  const { id } = open.calendar;
  const address: IcalAddress = {
    calendarId: id,
    secretHash: hashSecret(secret),
    email: caller.email,
    createdAtMs: clock.now().getTime(),
  };
  const [everybody] = await Promise.all([publicRole(id, context), stores.icalAddresses.replace(address)]);
  return {
    ...describe(open, address, everybody, context),
    secretUrl: urlOf(request.rootUrl, id, `${SECRET_PREFIX}${secret}`),
  };
}

export async function removeAddress(calendarId: string, context: UserContext): Promise<void> {
  const open = requireAccess(await openCalendar(calendarId, context), 'icalAddresses.change');
  await context.stores.icalAddresses.remove(open.calendar.id);
}

/**
 * Who reads under an address: everybody, or the owner who made the secret. A wrong secret, a calendar without one and a
 * calendar that is not there cost the same read and the same time.
 */
async function readerOf(calendarId: string, address: string, { stores }: Context<CalendarStores>): Promise<Caller> {
  if (address === PUBLIC) return { kind: 'anonymous', email: undefined, scopes: READ_EVENTS, clientId: undefined };
  if (!address.startsWith(SECRET_PREFIX)) throw notFound();
  const secretHash = hashSecret(address.slice(SECRET_PREFIX.length));
  const known = await stores.icalAddresses.find(foldAddress(calendarId));
  if (!isSameText(secretHash, known?.secretHash ?? '') || known === undefined) throw notFound();
  return { kind: 'user', email: known.email, scopes: [SCOPE.calendar], clientId: undefined };
}

export interface OpenFeed {
  readonly open: OpenCalendar;
  readonly context: Context<CalendarStores>;
}

/** The calendar as the reader of an address may see it; 404 where there is no such address. */
export async function openAddress(
  calendarId: string,
  address: string,
  context: Context<CalendarStores>,
): Promise<OpenFeed> {
  const caller = await readerOf(calendarId, address, context);
  const asReader = { ...context, caller };
  const open = await openCalendar(calendarId, asReader);
  if (caller.kind === 'user' && !atLeast(open.role, 'owner')) throw notFound();
  return { open, context: asReader };
}
