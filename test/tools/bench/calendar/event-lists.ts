import { median, type Bench } from '#test/tools/measure/bench';
import { reportSample, request, sampleMany, sampleOnce } from '#test/tools/measure/measure';
import { openBenchStack } from '#test/tools/measure/stack';
import { endlessSeries, fillCalendar, FIRST_WEEK_MS, manyEvents, WEEK_MS } from './full-calendars.ts';

const ROUNDS = 60;
/** Warm-up rounds: the time falls until about a thousand lists were read. */
const WARM_ROUNDS = 1_200;
const SIZES = [1_000, 10_000, 100_000] as const;
/** The same week may cost this much more from the largest calendar than from the smallest. */
const MAX_RATIO = 1.2;
const MAX_OWN_MS = 1;
const SERIES = 50;
const CALENDARS = 50;
const CHANGES = 10;

const timeOf = (ms: number): string => new Date(ms).toISOString();
const WINDOW = `timeMin=${timeOf(FIRST_WEEK_MS)}&timeMax=${timeOf(FIRST_WEEK_MS + WEEK_MS)}`;
const eventsOf = (calendarId: string): string => `/calendar/v3/calendars/${encodeURIComponent(calendarId)}/events`;

/** Lists, syncs and free/busy: the cost depends on the answer, not on the size of the calendar. */
export const eventLists: Bench = {
  name: 'event-lists',
  usesStack: true,
  async run(report) {
    const { token } = await openBenchStack();
    const [{ handler }, { handler: calendars }, { handler: freeBusy }] = await Promise.all([
      import('#functions/calendar/events/index'),
      import('#functions/calendar/calendars/index'),
      import('#functions/calendar/freebusy/index'),
    ]);
    const email = 'lists@example.com';
    const as = await token(email);
    const addCalendar = async (): Promise<string> => {
      const { body } = await sampleOnce(
        calendars,
        request('POST', '/calendar/v3/calendars', as, { summary: 'Bench', timeZone: 'Europe/Zurich' }),
      );
      return (JSON.parse(body) as { id: string }).id;
    };

    const sized: string[] = [];
    for (const size of SIZES) {
      report.progress(`filling a calendar with ${String(size)} events`);
      const id = await addCalendar();
      await fillCalendar(id, manyEvents(size, email));
      sized.push(id);
    }

    report.progress('listing a week');
    const week = (id: string) => request('GET', `${eventsOf(id)}?singleEvents=true&orderBy=startTime&${WINDOW}`, as);
    const times = sized.map((): number[] => []);
    // Taking turns, so that other load on the machine affects all of them.
    for (let round = -10; round < ROUNDS; round += 1) {
      for (const [index, id] of sized.entries()) {
        const { totalMs } = await sampleOnce(handler, week(id));
        if (round >= 0) times[index]?.push(totalMs);
      }
    }
    const [smallest = 1, ...larger] = times.map(median);
    for (const [index, time] of larger.entries())
      report.row(
        `events.list, a week out of ${String(SIZES[index + 1])} against ${String(SIZES[0])}`,
        time / smallest,
        'times',
        MAX_RATIO,
      );
    const [, , largest = ''] = sized;
    reportSample(report, 'events.list, a week of 100', await sampleMany(handler, () => week(largest), ROUNDS));
    const fifty = () => request('GET', `${eventsOf(largest)}?maxResults=50&singleEvents=true&${WINDOW}`, as);
    reportSample(report, 'events.list of 50', await sampleMany(handler, fifty, WARM_ROUNDS), MAX_OWN_MS);

    report.progress('endless series');
    const repeating = await addCalendar();
    await fillCalendar(
      repeating,
      Array.from({ length: SERIES }, (_, index) => endlessSeries(index, email)),
    );
    reportSample(
      report,
      `events.list, a week of ${String(SERIES)} endless series`,
      await sampleMany(handler, () => week(repeating), ROUNDS),
    );

    report.progress('incremental sync');
    const { body } = await sampleOnce(handler, request('GET', `${eventsOf(largest)}?timeMin=2099-01-01T00:00:00Z`, as));
    const { nextSyncToken } = JSON.parse(body) as { nextSyncToken: string };
    for (let change = 0; change < CHANGES; change += 1) {
      await sampleOnce(
        handler,
        request('PATCH', `${eventsOf(largest)}/bench${String(change * 9_000).padStart(8, '0')}`, as, {
          start: { dateTime: '2099-06-01T09:00:00Z' },
          end: { dateTime: '2099-06-01T10:00:00Z' },
        }),
      );
    }
    const sync = () => request('GET', `${eventsOf(largest)}?syncToken=${encodeURIComponent(nextSyncToken)}`, as);
    reportSample(
      report,
      `events.list, ${String(CHANGES)} changes in ${String(SIZES[2])}`,
      await sampleMany(handler, sync, ROUNDS),
    );

    report.progress('free/busy');
    const items: { id: string }[] = [];
    for (let count = 0; count < CALENDARS; count += 1) {
      const id = await addCalendar();
      await fillCalendar(id, manyEvents(200, email));
      items.push({ id });
    }
    const query = { timeMin: timeOf(FIRST_WEEK_MS), timeMax: timeOf(FIRST_WEEK_MS + WEEK_MS), items };
    reportSample(
      report,
      `freebusy.query of ${String(CALENDARS)} calendars`,
      await sampleMany(freeBusy, () => request('POST', '/calendar/v3/freeBusy', as, query), 10),
    );
  },
};
