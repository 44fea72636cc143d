/**
 * The world of a stack as a seed that gives it back, read as its owners read it, with absolute times. Not in it: what
 * services set by themselves (etags, times of change, ids of uploads), what guests changed in copies of their own,
 * purchases and ratings, groups, reports.
 */
import { exportAdvertising } from './ads/export-advertising.ts';
import { exportBooks } from './books/export-books.ts';
import { exportCalendars, exportChannels } from './calendar/export-calendars.ts';
import type { Seed, SeedUser } from './form/schema.ts';
import { withoutEmpty } from './form/writable.ts';
import { exportClients } from './sign-in/clients.ts';

export async function exportSeed(): Promise<Seed> {
  // Load these late: they read the stage's environment when they are loaded.
  const [
    { calendar },
    { actingAs },
    { SCOPE },
    { importContext },
    { config },
    { oauthService },
    { importDependencies },
  ] = await Promise.all([
    import('#lib/runtime/calendar/serve'),
    import('#lib/runtime/acting-as'),
    import('#lib/calendar/scopes'),
    import('#lib/runtime/books/import'),
    import('#lib/runtime/process/config'),
    import('#lib/runtime/oauth/dependencies'),
    import('#lib/runtime/ads/import'),
  ]);
  const [{ documents }, { allConversions, allReaders, usersAndCalendars }] = await Promise.all([
    import('#lib/stores/dynamodb/client/client'),
    import('#lib/stores/dynamodb/whole-tables/lists'),
  ]);
  const found = await usersAndCalendars(documents, config.calendarTable);
  const acting = (email: string) => actingAs(calendar, email, [SCOPE.calendar]);
  const { users, calendars } = await exportCalendars(found.users, found.calendars, acting);
  const { catalogue, stores } = importContext();
  const { volumes, shelves } = await exportBooks(await allReaders(documents, config.booksTable), catalogue, stores);
  const withShelves = users.map((user): SeedUser => ({ ...user, shelves: shelves.get(user.email ?? '') }));
  const readersOnly = [...shelves].filter(([email]) => !users.some((user) => user.email === email));
  const conversions = await allConversions(documents, config.adsTable);
  return withoutEmpty({
    users: [...withShelves, ...readersOnly.map(([email, own]) => ({ email, shelves: own }))].map(withoutEmpty),
    calendars,
    channels: await exportChannels(calendar.stores, calendar.clock.now().getTime()),
    volumes,
    ...(await exportAdvertising({ ...importDependencies, conversions })),
    oauthClients: await exportClients(oauthService()),
  });
}
