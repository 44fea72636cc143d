/**
 * Everything that is a person's own, as files in a folder: JSON as the API answers it, an iCalendar file for each
 * calendar, tables of the library. `import.ts` reads them on another stage.
 */
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { toWire } from '#lib/ads/model/conversion';
import type { Context, User } from '#lib/api/context';
import { allShelves, bookshelfResource } from '#lib/books/model/bookshelf';
import { listRules } from '#lib/calendar/acl/list-rules';
import { listCalendars } from '#lib/calendar/calendar-list/list-entries';
import { describeCalendar } from '#lib/calendar/calendars/details';
import { exportCalendar, pagesOf } from '#lib/calendar/ics/export-file';
import { SCOPE } from '#lib/calendar/scopes';
import type { CalendarStores } from '#lib/calendar/stores/all';
import { listSettings } from '#lib/calendar/users/list-settings';
import { actingAs } from '#lib/runtime/acting-as';
import { ads } from '#lib/runtime/ads/serve';
import { books } from '#lib/runtime/books/serve';
import { calendar } from '#lib/runtime/calendar/serve';
import { advertisersOf } from './advertisers.ts';
import { libraryItems } from './library.ts';
import type { Person } from './person.ts';

const KIND = 'almanac-person';
const VERSION = 1;
/** More than anybody has. */
const ALL = 250;

export interface PersonManifest {
  readonly kind: typeof KIND;
  readonly version: number;
  readonly email: string;
  readonly exportedAt: string;
  /** Folders below `calendar/`, the main calendar first. */
  readonly calendars: readonly { readonly folder: string; readonly isPrimary: boolean }[];
}

type Write = (path: string, value: unknown) => void;

const writerIn =
  (folder: string): Write =>
  (path, value) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), typeof value === 'string' ? value : `${JSON.stringify(value, undefined, 2)}\n`);
  };

async function exportOneCalendar(
  folder: string,
  path: string,
  id: string,
  context: Context<CalendarStores, User>,
): Promise<boolean> {
  const write = writerIn(folder);
  const found = (await context.stores.calendars.view(id, undefined, [])).calendar;
  if (found === undefined) return false;
  write(`${path}/calendar.json`, describeCalendar(found));
  write(`${path}/acl.json`, (await listRules(id, { maxResults: ALL }, context)).items);
  write(`${path}/events.json`, (await Array.fromAsync(pagesOf(id, context))).flat());
  const { text } = await exportCalendar(id, context);
  await pipeline(text, createWriteStream(join(folder, path, 'events.ics')));
  return found.isPrimary;
}

async function exportCalendars(folder: string, { email, calendars }: Person): Promise<PersonManifest['calendars']> {
  const write = writerIn(folder);
  const context = actingAs(calendar, email, [SCOPE.calendar]);
  const user = await calendar.stores.users.find(email);
  if (user === undefined) return [];
  const now = calendar.clock.now();
  write('calendar/settings.json', listSettings(user, { maxResults: ALL }, { now, sinceMs: undefined }).items);
  write('calendar/calendarList.json', (await listCalendars({ maxResults: ALL, showHidden: true }, context)).items);
  const done: { folder: string; isPrimary: boolean }[] = [];
  for (const [index, id] of calendars.toSorted((a, b) => Number(b === email) - Number(a === email)).entries()) {
    const path = `calendar/${String(index + 1)}`;
    done.push({ folder: path, isPrimary: await exportOneCalendar(folder, path, id, context) });
  }
  return done;
}

const cell = (value: unknown): string => {
  const text = value === undefined ? '' : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

async function exportLibrary(folder: string, { userId, email }: Person): Promise<void> {
  if (userId === undefined) return;
  const write = writerIn(folder);
  const reader = await books.stores.readers.find(userId);
  const shelves = allShelves(reader?.shelves ?? [], reader?.since ?? '');
  write(
    'books/bookshelves.json',
    shelves.map((shelf) => bookshelfResource(shelf, userId, 'http://127.0.0.1/')),
  );
  const placed = await Promise.all(
    shelves.map(async (shelf) => ({ shelf, order: await books.stores.shelves.order(userId, shelf.id) })),
  );
  const titles = await books.stores.volumes.findMany([...new Set(placed.flatMap(({ order }) => order))]);
  const own = (await libraryItems(userId)).filter(({ pk }) => String(pk).endsWith('#L'));
  const rows = placed.flatMap(({ shelf, order }) =>
    order.map((volumeId) => {
      const { rating, acquiredTime } = own.find(({ sk }) => sk === volumeId) ?? {};
      return [shelf.id, shelf.title, shelf.access, volumeId, titles.get(volumeId)?.title, rating, acquiredTime];
    }),
  );
  const head = ['shelf_id', 'shelf', 'access', 'volume_id', 'title', 'rating', 'acquired_time'];
  write('books/shelves.csv', [head, ...rows].map((row) => `${row.map(cell).join(',')}\n`).join(''));
  const lines = [
    ...shelves.map(({ id, title, access, description }) => ({
      type: 'shelf',
      email,
      shelfId: id,
      title,
      access,
      description,
    })),
    ...own.flatMap(({ sk, acquiredTime }) =>
      acquiredTime === undefined ? [] : [{ type: 'purchase', email, volumeId: sk, acquiredTime }],
    ),
    ...own.flatMap(({ sk, rating }) => (rating === undefined ? [] : [{ type: 'rating', email, volumeId: sk, rating }])),
  ];
  write('books/library.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  write(
    'books/placements.json',
    placed.map(({ shelf, order }) => ({ shelfId: shelf.id, volumes: order })),
  );
}

async function exportAdvertising(folder: string, { email }: Person): Promise<void> {
  const { stores } = ads;
  const grants = (await stores.grants.listFor(email)).filter(({ subject }) => subject === email);
  if (grants.length === 0) return;
  const write = writerIn(folder);
  write('ads/grants.json', grants);
  const conversions = [];
  for (const advertiserId of await advertisersOf(grants.filter(({ role }) => role === 'WRITE')))
    for await (const conversion of stores.conversions.list({ advertiserId, fromMs: 0, untilMs: Date.now() }))
      conversions.push(toWire(conversion, { space: 'legacy' }));
  write('ads/conversions.json', { kind: 'doubleclicksearch#conversionList', conversion: conversions });
}

export async function exportPerson(folder: string, person: Person): Promise<PersonManifest> {
  const calendars = await exportCalendars(folder, person);
  await exportLibrary(folder, person);
  await exportAdvertising(folder, person);
  const manifest: PersonManifest = {
    kind: KIND,
    version: VERSION,
    email: person.email,
    exportedAt: new Date().toISOString(),
    calendars,
  };
  writerIn(folder)('manifest.json', manifest);
  return manifest;
}
