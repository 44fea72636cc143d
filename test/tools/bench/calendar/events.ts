import type { Bench } from '#test/tools/measure/bench';
import { reportSample, request, sampleMany, sampleOnce } from '#test/tools/measure/measure';
import { openBenchStack } from '#test/tools/measure/stack';

/** Enough for V8 to compile the code, as in a function that has run for a while. */
const ROUNDS = 600;
const MAX_OWN_MS = 1;
const EVENTS = '/calendar/v3/calendars/primary/events';

/** Single events: database calls of a read and a write, and own time. */
export const events: Bench = {
  name: 'events',
  usesStack: true,
  async run(report) {
    const { token } = await openBenchStack();
    const { handler } = await import('#functions/calendar/events/index');
    const as = await token('bench-events@example.com');
    report.progress('events');
    const body = (round: number) => ({
      summary: `Meeting ${String(round)}`,
      location: 'Room 1',
      start: { dateTime: '2026-03-10T09:00:00+01:00' },
      end: { dateTime: '2026-03-10T10:00:00+01:00' },
    });

    reportSample(
      report,
      'events.insert',
      await sampleMany(handler, (round) => request('POST', EVENTS, as, body(round)), ROUNDS),
      MAX_OWN_MS,
    );
    const { id } = JSON.parse((await sampleOnce(handler, request('POST', EVENTS, as, body(-1)))).body) as {
      id: string;
    };
    reportSample(
      report,
      'events.get',
      await sampleMany(handler, () => request('GET', `${EVENTS}/${id}`, as), ROUNDS),
      MAX_OWN_MS,
    );
    reportSample(
      report,
      'events.patch',
      await sampleMany(
        handler,
        (round) => request('PATCH', `${EVENTS}/${id}`, as, { summary: `Round ${String(round)}` }),
        ROUNDS,
      ),
      MAX_OWN_MS,
    );
  },
};
