/**
 * Seeds: a world written down in a file. `form/` says how it is written, reads it, knows its lines and counts
 * times from the clock. Each service has a plan, made and checked before the first write, and
 * applies it through the rules and stores that requests use.
 */
import { readFile } from 'node:fs/promises';
import { cleanBody } from '#lib/api/check';
import { StartupError } from '#lib/command/startup-error';
import { withTemporaryFolder } from '#lib/runtime/process/temporary-folder';
import { applyAdvertising, checkAdvertising, planAdvertising } from './ads/advertising.ts';
import { applyConversions, planConversions } from './ads/conversions.ts';
import { applyBooks, planBooks } from './books/books-plan.ts';
import { applyCalendars } from './calendar/apply-calendars.ts';
import { planCalendars } from './calendar/calendar-plan.ts';
import { applyChannels, planChannels } from './calendar/channels.ts';
import { applyGroups, planGroups } from './calendar/groups.ts';
import { findings, schemaProblems, WrongSeed, type Problem } from './form/problem.ts';
import { Seed } from './form/schema.ts';
import { readSeedText } from './form/seed-text.ts';
import { applyClients, checkClients } from './sign-in/clients.ts';

function requireNone(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new WrongSeed(problems);
}

async function applyWith(importFolder: string, document: unknown): Promise<void> {
  requireNone(schemaProblems(Seed, document));
  const seed = cleanBody(Seed, document) as Seed;
  // Load these late: they read the stage's environment when they are loaded.
  const [{ calendar }, { actingAs }, { SCOPE }, { importContext }, { config }, { oauthService }] = await Promise.all([
    import('#lib/runtime/calendar/serve'),
    import('#lib/runtime/acting-as'),
    import('#lib/calendar/scopes'),
    import('#lib/runtime/books/import'),
    import('#lib/runtime/process/config'),
    import('#lib/runtime/oauth/dependencies'),
  ]);
  const found = findings();
  const importing = importContext(importFolder);
  const nowMs = calendar.clock.now().getTime();
  const calendars = planCalendars(seed, { nowMs, ids: calendar.ids, found });
  const receivers = { allowLoopback: config.loopbackWebhooks };
  const channels = planChannels(seed, nowMs, receivers, found);
  const advertising = planAdvertising(seed, nowMs, found);
  await checkAdvertising(advertising, found);
  const conversions = planConversions(seed, nowMs, found);
  checkClients(seed, found);
  const books = await planBooks(seed, nowMs, importing, found);
  const groups = planGroups(seed, found);
  requireNone(found.problems);
  const acting = (email: string) => actingAs(calendar, email, [SCOPE.calendar]);
  await applyAdvertising(advertising);
  if (conversions.length > 0) await applyConversions(conversions, (await import('#lib/runtime/ads/serve')).ads);
  if (groups.length > 0) {
    const [{ dynamoGroups }, { documents }] = await Promise.all([
      import('#lib/stores/dynamodb/calendar/groups'),
      import('#lib/stores/dynamodb/client/client'),
    ]);
    await applyGroups(groups, dynamoGroups(documents, config.calendarTable));
  }
  await applyCalendars(calendars, acting, async (calendarId, eventId, copied) => {
    const [{ propagate }, { guests }] = await Promise.all([
      import('#lib/calendar/guests/propagate'),
      import('#lib/runtime/calendar/guests'),
    ]);
    await propagate({ calendarId, eventId, guests: new Set(copied), invited: new Set() }, guests);
  });
  await applyBooks(books, importing);
  await applyClients(seed, oauthService());
  await applyChannels(channels, acting, receivers);
}

/** Throws `WrongSeed` with every problem, and has written nothing then. */
export const applySeed = (document: unknown): Promise<void> =>
  withTemporaryFolder('seed', (folder) => applyWith(folder, document));

/** Reads the file before anything else is started; the result applies it, and reports problems with their lines. */
export async function readSeedFile(file: string): Promise<{ readonly text: string; apply(): Promise<void> }> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new StartupError(`${file} cannot be read.`, { cause });
  });
  const seed = readSeedText(text, file);
  await seed.use((document) => {
    requireNone(schemaProblems(Seed, document));
    return Promise.resolve();
  });
  return { text, apply: () => seed.use(applySeed) };
}
