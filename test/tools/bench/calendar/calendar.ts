/**
 * Benchmarks of the calendar service. This file: database calls and own time of calendars and the calendar list.
 * Others measure single events (`events.ts`), lists and syncs (`event-lists.ts`), recurrence (`expansion.ts`), guests,
 * push and ICS import; `requests.ts` and `side-by-side.ts` compare with other programs. `full-calendars.ts` and
 * `generated-calendar.ts` make the data.
 */
import type { Bench } from '#test/tools/measure/bench';
import { reportSample, request, sampleMany } from '#test/tools/measure/measure';
import { openBenchStack } from '#test/tools/measure/stack';

const ROUNDS = 200;
const MAX_OWN_MS = 1;

/** Database calls and own time of calendars and the calendar list. */
export const calendars: Bench = {
  name: 'calendars',
  usesStack: true,
  async run(report) {
    const { token } = await openBenchStack();
    const { handler } = await import('#functions/calendar/calendars/index');
    const { handler: list } = await import('#functions/calendar/calendarList/index');
    const as = await token('bench@example.com');
    report.progress('calendars');

    const get = await sampleMany(handler, () => request('GET', '/calendar/v3/calendars/primary', as), ROUNDS);
    reportSample(report, 'calendars.get', get, MAX_OWN_MS);
    const insert = await sampleMany(
      handler,
      (round) => request('POST', '/calendar/v3/calendars', as, { summary: `Calendar ${String(round)}` }),
      40,
    );
    reportSample(report, 'calendars.insert', insert);
    const patch = await sampleMany(
      handler,
      (round) => request('PATCH', '/calendar/v3/calendars/primary', as, { summary: `Round ${String(round)}` }),
      ROUNDS,
    );
    reportSample(report, 'calendars.patch', patch, MAX_OWN_MS);
    const listed = await sampleMany(list, () => request('GET', '/calendar/v3/users/me/calendarList', as), ROUNDS);
    reportSample(report, 'calendarList.list of 49', listed);
  },
};
