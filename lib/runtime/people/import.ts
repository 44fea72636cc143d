/** Takes what `export.ts` wrote, for the same address or another one. The same folder twice changes nothing. */
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { insertConversions } from '#lib/ads/conversions/insert-conversions';
import type { Grant } from '#lib/ads/model/grant';
import type { Context, User } from '#lib/api/context';
import { ApiError } from '#lib/api/errors';
import { importLibraryLines } from '#lib/books/import/library-lines';
import { roleOf, ruleIdOf } from '#lib/calendar/access/acl-rule';
import { putRule } from '#lib/calendar/acl/change-rule';
import { changeEntry } from '#lib/calendar/calendar-list/change-entry';
import { patchedEntry } from '#lib/calendar/calendar-list/entry-fields';
import { changeCalendar } from '#lib/calendar/calendars/change-calendar';
import { calendarDetails, newCalendar } from '#lib/calendar/calendars/details';
import { importFile } from '#lib/calendar/ics/import-file';
import { SECONDARY_DOMAIN } from '#lib/calendar/model/calendar';
import { newEntry } from '#lib/calendar/model/list-entry';
import type { AclRuleResource } from '#lib/calendar/resources/acl';
import type { CalendarResource } from '#lib/calendar/resources/calendar';
import type { CalendarListEntryResource } from '#lib/calendar/resources/calendar-list';
import { SCOPE } from '#lib/calendar/scopes';
import type { CalendarStores } from '#lib/calendar/stores/all';
import { newUser, ownerRule } from '#lib/calendar/users/new-user';
import { actingAs } from '#lib/runtime/acting-as';
import { ads } from '#lib/runtime/ads/serve';
import { importContext } from '#lib/runtime/books/import';
import { calendar as service } from '#lib/runtime/calendar/serve';
import type { PersonManifest } from './export.ts';

type UserContext = Context<CalendarStores, User>;
/** Told line by line: what could not be taken. */
type Tell = (problem: string) => void;

const CONVERSIONS_AT_ONCE = 200;

const readJson = <T>(folder: string, path: string): T | undefined =>
  existsSync(join(folder, path)) ? (JSON.parse(readFileSync(join(folder, path), 'utf8')) as T) : undefined;

const reasonOf = (error: unknown): string => {
  if (error instanceof ApiError && error.code < 500) return error.message;
  throw error;
};

/** Known by its title, so that a second import finds it; ids are given by the stage. */
async function findOrMakeCalendar(details: CalendarResource, context: UserContext): Promise<string> {
  const { caller, clock, ids, stores } = context;
  for (const { calendarId } of (await stores.entries.list(caller.email, undefined, 1_000)).items) {
    const { calendar } = await stores.calendars.view(calendarId, undefined, []);
    if (calendar?.owner === caller.email && !calendar.isPrimary && calendar.summary === details.summary)
      return calendarId;
  }
  const user = await stores.users.find(caller.email);
  const atMs = clock.now().getTime();
  const made = newCalendar(calendarDetails(details, ids), caller, `c_${ids.hex(64)}${SECONDARY_DOMAIN}`, atMs);
  const owner = { email: caller.email, seq: user?.seq ?? 0 };
  await stores.calendars.add(made, owner, ownerRule(caller.email, atMs), newEntry(made.id, atMs, true));
  return made.id;
}

/** Of the primary calendar and of the others, but for what each stage decides itself: ids, owners, rights of owners. */
async function importCalendar(
  folder: string,
  { folder: path, isPrimary }: PersonManifest['calendars'][number],
  context: UserContext,
  tell: Tell,
): Promise<void> {
  const kept = readJson<CalendarResource>(folder, `${path}/calendar.json`) ?? {};
  const { email } = context.caller;
  // A main calendar without a title of its own is called like its owner.
  const details = kept.summary === kept.id ? { ...kept, summary: email } : kept;
  const id = isPrimary ? email : await findOrMakeCalendar(details, context);
  await changeCalendar('calendars.patch', id, (before) => calendarDetails(details, context.ids, before), context);
  const entries = readJson<CalendarListEntryResource[]>(folder, 'calendar/calendarList.json') ?? [];
  const entry = entries.find((one) => one.id === details.id);
  if (entry !== undefined)
    await changeEntry(
      'calendarList.patch',
      id,
      (kept, isMain) => patchedEntry(kept, entry, false, isMain),
      context,
    ).catch((error: unknown) => {
      tell(`the list entry of ${id}: ${reasonOf(error)}`);
    });
  const { refusals } = await importFile(() => createReadStream(join(folder, path, 'events.ics'), 'utf8'), id, context);
  for (const { line, reason } of refusals) tell(`${path}/events.ics:${String(line)}: ${reason}`);
  for (const { role, scope } of readJson<AclRuleResource[]>(folder, `${path}/acl.json`) ?? []) {
    if (role === 'owner') continue;
    const ruleId = ruleIdOf(scope ?? {});
    await putRule(id, () => ({ ruleId, role: roleOf(role, ruleId) }), context).catch((error: unknown) => {
      tell(`the rule ${ruleId}: ${reasonOf(error)}`);
    });
  }
}

type Conversion = Partial<
  Record<'advertiserId' | 'conversionId' | 'dsConversionId' | 'conversionModifiedTimestamp', string>
>;

const conversionOf = ({ advertiserId = '', conversionId = '' }: Conversion): string =>
  `${advertiserId} ${conversionId}`;

async function importCalendars(
  folder: string,
  { calendars }: PersonManifest,
  email: string,
  tell: Tell,
): Promise<void> {
  if (calendars.length === 0) return;
  const { stores, clock } = service;
  const atMs = clock.now().getTime();
  await stores.users.provision(newUser(email, atMs, stores.defaultTimeZone));
  for (const { id, value } of readJson<{ id: string; value: string }[]>(folder, 'calendar/settings.json') ?? [])
    await stores.users.changeSetting(email, id, value, atMs);
  const context = actingAs(service, email, [SCOPE.calendar]);
  for (const one of calendars) await importCalendar(folder, one, context, tell);
}

async function importLibrary(folder: string, email: string, tell: Tell): Promise<void> {
  const path = join(folder, 'books/library.jsonl');
  if (!existsSync(path)) return;
  const context = importContext();
  const text = readFileSync(path, 'utf8').replaceAll(/"email":"[^"]*"/g, `"email":${JSON.stringify(email)}`);
  for await (const line of importLibraryLines(Readable.from([text]), context))
    if ('refused' in line) tell(`books/library.jsonl:${String(line.position)}: ${line.refused}`);
  const { stores, now } = context;
  const userId = await stores.readers.idFor(email, now());
  const placed = readJson<{ shelfId: number; volumes: string[] }[]>(folder, 'books/placements.json') ?? [];
  for (const { shelfId, volumes } of placed) {
    const known = await stores.volumes.findMany(volumes);
    for (const volumeId of volumes) {
      if (known.has(volumeId)) await stores.shelves.add(userId, shelfId, volumeId, { at: now() });
      else tell(`shelf ${String(shelfId)}: there is no volume ${volumeId}; import its catalogue first`);
    }
  }
}

/** Ids of the conversions that are there already: after an earlier import, or since others may write there, too. */
async function knownConversions(rows: readonly Conversion[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (const advertiserId of new Set(rows.map((row) => row.advertiserId ?? '')))
    for await (const { conversionId } of ads.stores.conversions.list({ advertiserId, fromMs: 0, untilMs: Date.now() }))
      known.add(conversionOf({ advertiserId, conversionId }));
  return known;
}

async function importAdvertising(folder: string, email: string, tell: Tell): Promise<void> {
  for (const grant of readJson<Grant[]>(folder, 'ads/grants.json') ?? [])
    await ads.stores.grants.put({ ...grant, subject: email });
  const { conversion: exported = [] } = readJson<{ conversion: Conversion[] }>(folder, 'ads/conversions.json') ?? {};
  const context = actingAs(ads, email, []);
  const known = await knownConversions(exported);
  const conversion = exported.filter((row) => !known.has(conversionOf(row)));
  for (let at = 0; at < conversion.length; at += CONVERSIONS_AT_ONCE) {
    const rows = conversion
      .slice(at, at + CONVERSIONS_AT_ONCE)
      .map(({ dsConversionId: _id, conversionModifiedTimestamp: _at, ...row }) => row);
    await insertConversions({ conversion: rows }, context).catch((error: unknown) => {
      tell(`ads/conversions.json, from row ${String(at + 1)}: ${reasonOf(error)}`);
    });
  }
}

export async function importPerson(folder: string, manifest: PersonManifest, email: string, tell: Tell): Promise<void> {
  await importCalendars(folder, manifest, email, tell);
  await importLibrary(folder, email, tell);
  await importAdvertising(folder, email, tell);
}
