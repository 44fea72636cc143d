/**
 * Serves requests as one deployed function does, and measures the processor time of this process. Prints one line of
 * JSON for each operation. `deployed-requests.ts` starts it with DynamoDB Local as the database. For a profile:
 * `ALMANAC_BENCH_DATABASE=dynamodb-local node --import ./lib/local/require-node.mjs --cpu-prof
 * test/tools/bench/deployed/requests-child.ts booksVolumes`.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Handler } from '#lib/middleware/serve';
import { wordOf } from '#test/tools/bench/books/generated-volumes';
import { fillCalendar, FIRST_WEEK_MS, manyEvents, WEEK_MS } from '#test/tools/bench/calendar/full-calendars';
import { request, sampleOnce, type Sample } from '#test/tools/measure/measure';
import { countProcessorTime } from '#test/tools/measure/processor-time';
import { closeBenchStack, openBenchStack } from '#test/tools/measure/stack';
import { batchOf, putAdvertiser } from './advertiser.ts';

export interface Measured {
  readonly name: string;
  readonly processorMs: number;
  readonly units: number;
  readonly roundTrips: number;
}

/** Not measured: V8 compiles what is used often. */
const WARM_ROUNDS = 800;
const ROUNDS = 300;
const EMAIL = 'deployed@example.com';
const EVENTS = 2_000;
const CHANGES = 10;
const CALENDARS = 10;
const DAY_MS = WEEK_MS / 7;

const iso = (ms: number): string => new Date(ms).toISOString();

/** Answers the mean of many rounds; `share` of them for a request that takes long. */
async function measure(
  name: string,
  handler: Handler,
  make: (round: number) => APIGatewayProxyEventV2,
  share = 1,
): Promise<void> {
  const [warm, rounds] = [WARM_ROUNDS * share, ROUNDS * share];
  for (let round = 0; round < warm; round += 1) await sampleOnce(handler, make(round));
  const usedMs = countProcessorTime();
  let sample: Sample | undefined;
  for (let round = 0; round < rounds; round += 1) sample = await sampleOnce(handler, make(warm + round));
  const processorMs = usedMs() / rounds;
  const measured: Measured = { name, processorMs, units: sample?.capacity ?? 0, roundTrips: sample?.roundTrips ?? 0 };
  console.log(JSON.stringify(measured));
}

/** Makes a calendar with so many events. */
async function addCalendar(as: string, events: number): Promise<string> {
  const { handler } = await import('#functions/calendar/calendars/index');
  const made = await sampleOnce(handler, request('POST', '/calendar/v3/calendars', as, { summary: 'Bench' }));
  const { id } = JSON.parse(made.body) as { id: string };
  await fillCalendar(id, manyEvents(events, EMAIL));
  return id;
}

const eventsOf = (calendarId: string): string => `/calendar/v3/calendars/${encodeURIComponent(calendarId)}/events`;

async function measureEvents(as: string): Promise<void> {
  const { handler } = await import('#functions/calendar/events/index');
  const path = eventsOf(await addCalendar(as, EVENTS));
  const weekOf = (round: number) => FIRST_WEEK_MS + (round % 19) * WEEK_MS;
  const window = (round: number) => `timeMin=${iso(weekOf(round))}&timeMax=${iso(weekOf(round) + WEEK_MS)}`;
  const eventId = (round: number) => `bench${String((round * 7_919) % EVENTS).padStart(8, '0')}`;

  await measure('events.get', handler, (round) => request('GET', `${path}/${eventId(round)}`, as));
  const list = (round: number) => `${path}?singleEvents=true&orderBy=startTime&maxResults=50&${window(round)}`;
  await measure('events.list of 50', handler, (round) => request('GET', list(round), as));
  const first = await sampleOnce(handler, request('GET', `${path}?timeMin=2099-01-01T00:00:00Z`, as));
  const { nextSyncToken } = JSON.parse(first.body) as { nextSyncToken: string };
  for (let change = 0; change < CHANGES; change += 1)
    await sampleOnce(handler, request('PATCH', `${path}/${eventId(change)}`, as, { location: 'Garden' }));
  const sync = `${path}?syncToken=${encodeURIComponent(nextSyncToken)}`;
  await measure('events.list, sync of 10 changes', handler, () => request('GET', sync, as));
  const inserted = eventsOf(await addCalendar(as, 100));
  const [draft] = manyEvents(1, EMAIL);
  const { summary, description, location, start, end } = draft ?? {};
  const body = { summary, description, location, start, end };
  await measure('events.insert', handler, () => request('POST', inserted, as, body));
}

async function measureFreeBusy(as: string): Promise<void> {
  const { handler } = await import('#functions/calendar/freebusy/index');
  const items: { id: string }[] = [];
  for (let count = 0; count < CALENDARS; count += 1) items.push({ id: await addCalendar(as, 200) });
  const busyOn = (day: number) => {
    const from = FIRST_WEEK_MS + day * DAY_MS;
    const query = { timeMin: iso(from), timeMax: iso(from + DAY_MS), items };
    return request('POST', '/calendar/v3/freeBusy', as, query);
  };
  await measure('freebusy.query of 10 calendars', handler, () => busyOn(0));
  // More days than there are windows in memory: every one is read anew.
  await measure('freebusy.query of 10 calendars, read anew', handler, (round) => busyOn(round % 12));
}

async function measureVolumes(as: string): Promise<void> {
  const [{ importFiles }, { importContext }, { handler }] = await Promise.all([
    import('#lib/books/import/importer'),
    import('#lib/runtime/books/import'),
    import('#functions/books/volumes/index'),
  ]);
  const rows = Array.from(
    { length: 500 },
    (_, place) => `${String(place)},${wordOf(place % 50)} ${wordOf(place)},${wordOf(place % 7)},${wordOf(place)},1900`,
  );
  const text = ['id,title,authors,description,published_date', ...rows].join('\n');
  const open = () => Readable.from([Buffer.from(text)], { objectMode: false });
  const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-import-'));
  await importFiles([{ name: 'bench.csv', fingerprint: 'bench', open }], importContext(folder), {});
  const search = (more = '') => request('GET', `/books/v1/volumes?q=${wordOf(3)}${more}`, as);
  await measure('volumes.list of 10', handler, () => search());
  // More languages and countries than are remembered: every search is ranked, and every volume described, anew.
  const lettersAt = (round: number) => String.fromCharCode(97 + (round % 26), 97 + (Math.floor(round / 26) % 26));
  await measure('volumes.list of 10, ranked anew', handler, (round) => {
    const { headers, ...rest } = search(`&country=${lettersAt(round)}`);
    return { ...rest, headers: { ...headers, 'accept-language': lettersAt(round) } };
  });
}

async function measureConversions(as: string): Promise<void> {
  const [{ handler }, { ads }] = await Promise.all([
    import('#functions/ads/conversion/index'),
    import('#lib/runtime/ads/serve'),
  ]);
  await putAdvertiser(ads.stores, EMAIL);
  await measure(
    'conversion.insert of 100',
    handler,
    (round) => request('POST', '/doubleclicksearch/v2/conversion', as, batchOf(100, String(round))),
    0.25,
  );
}

/** Each is a function of its own when deployed, so it is measured in a process of its own. */
const FUNCTIONS = {
  calendarEvents: measureEvents,
  calendarFreebusy: measureFreeBusy,
  booksVolumes: measureVolumes,
  adsConversion: measureConversions,
};
export type MeasuredFunction = keyof typeof FUNCTIONS;

const [, , name = ''] = process.argv;
if (!Object.hasOwn(FUNCTIONS, name)) throw new Error(`Name one of them: ${Object.keys(FUNCTIONS).join(', ')}.`);

try {
  const { token } = await openBenchStack();
  await FUNCTIONS[name as MeasuredFunction](await token(EMAIL));
} finally {
  await closeBenchStack();
}
