/**
 * The world of a stack as a seed that gives it back, read as its owners read it, with absolute times. Not in it: what
 * services set by themselves (etags, times of change, ids of uploads), and reports, which clients ask for again.
 */
import { exportAdvertising } from './ads/export-advertising.ts';
import { exportBooks } from './books/export-books.ts';
import { exportCalendars, exportChannels } from './calendar/export-calendars.ts';
import { exportGroups } from './calendar/groups.ts';
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
  const [
    { documents },
    { allConversions, allReaders, allVolumeRecords, ownedBy, usersAndCalendars },
    { dynamoGroups },
  ] = await Promise.all([
    import('#lib/stores/dynamodb/client/client'),
    import('#lib/stores/dynamodb/whole-tables/lists'),
    import('#lib/stores/dynamodb/calendar/groups'),
  ]);
  const found = await usersAndCalendars(documents, config.calendarTable);
  const acting = (email: string) => actingAs(calendar, email, [SCOPE.calendar]);
  const { users, calendars } = await exportCalendars(found.users, found.calendars, acting);
  const { volumes, readers } = await exportBooks(
    await allReaders(documents, config.booksTable),
    await allVolumeRecords(documents, config.booksTable),
    importContext().stores,
    (userId) => ownedBy(documents, config.booksTable, userId),
  );
  const withBooks = users.map((user): SeedUser => ({ ...user, ...readers.get(user.email ?? '') }));
  const readersOnly = [...readers].filter(([email]) => !users.some((user) => user.email === email));
  const conversions = await allConversions(documents, config.adsTable);
  return withoutEmpty({
    users: [...withBooks, ...readersOnly.map(([email, own]) => ({ email, ...own }))].map(withoutEmpty),
    calendars,
    groups: exportGroups((await dynamoGroups(documents, config.calendarTable).load()).groups),
    channels: await exportChannels(calendar.stores, calendar.clock.now().getTime()),
    volumes,
    ...(await exportAdvertising({ ...importDependencies, conversions })),
    oauthClients: await exportClients(oauthService()),
  });
}
