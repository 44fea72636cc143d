import { inParallel } from '#lib/api/process/in-parallel';
import { Meter, withMeter } from '#lib/api/process/meter';
import { median, type Bench, type Report } from '#test/tools/measure/bench';
import { request, sampleOnce } from '#test/tools/measure/measure';
import { openBenchStack } from '#test/tools/measure/stack';

const ORGANIZER = 'organizer@bench.example.com';
const SIZES = [1, 20, 200];
const ROUNDS = 7;
const AT_ONCE = 8;

const guestNo = (index: number): string => `guest-${String(index)}@bench.example.com`;

interface Measured {
  readonly ms: number;
  readonly meter: Meter;
}

async function measured(work: () => Promise<void>): Promise<Measured> {
  const meter = new Meter();
  const startedAt = performance.now();
  await withMeter(meter, work);
  return { ms: performance.now() - startedAt, meter };
}

/** One change of a meeting, until it is in the calendars of all guests. */
export const guestCopies: Bench = {
  name: 'guests',
  usesStack: true,
  async run(report: Report) {
    const { token } = await openBenchStack();
    const { handler } = await import('#functions/calendar/events/index');
    const [{ propagate }, { tellOrganizer }] = await Promise.all([
      import('#lib/calendar/guests/propagate'),
      import('#lib/calendar/guests/tell-organizer'),
    ]);
    const { guests } = await import('#lib/runtime/calendar/guests');
    const events = '/calendar/v3/calendars/primary/events';
    report.progress('guests');
    await inParallel(
      Array.from({ length: Math.max(...SIZES) }, (_, index) => guestNo(index)),
      AT_ONCE,
      async (email) => sampleOnce(handler, request('GET', `${events}?maxResults=1`, await token(email))),
    );

    const as = await token(ORGANIZER);
    for (const size of SIZES) {
      const attendees = Array.from({ length: size }, (_, index) => ({ email: guestNo(index) }));
      const draft = {
        summary: 'Meeting',
        start: { dateTime: '2026-03-10T09:00:00Z' },
        end: { dateTime: '2026-03-10T10:00:00Z' },
        attendees,
      };
      const { id } = JSON.parse((await sampleOnce(handler, request('POST', events, as, draft))).body) as { id: string };
      const touched = { calendarId: ORGANIZER, eventId: id, guests: new Set<string>(), invited: new Set<string>() };
      const spread = (): Promise<Measured> => measured(() => propagate(touched, guests));
      const arriving = await spread();
      const changes: Measured[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        await sampleOnce(handler, request('PATCH', `${events}/${id}`, as, { summary: `Round ${String(round)}` }));
        changes.push(await spread());
      }
      const again = await spread();
      /** One guest responds; measures how the others get the response. */
      const oneAnswers = async (email: string, responseStatus: string): Promise<number> => {
        await sampleOnce(
          handler,
          request('PATCH', `${events}/${id}`, await token(email), { attendees: [{ email, responseStatus }] }),
        );
        const heard = await measured(() => tellOrganizer({ of: ORGANIZER, eventId: id, by: new Set([email]) }, guests));
        return heard.meter.capacity + (await spread()).meter.capacity;
      };
      const one = await oneAnswers(guestNo(0), 'tentative');
      await sampleOnce(handler, request('PATCH', `${events}/${id}`, as, { guestsCanSeeOtherGuests: false }));
      await spread();
      const oneUnseen = await oneAnswers(guestNo(size - 1), 'declined');
      await sampleOnce(handler, request('PATCH', `${events}/${id}`, as, { guestsCanSeeOtherGuests: true }));
      await spread();
      await inParallel(attendees, AT_ONCE, async ({ email }) =>
        sampleOnce(
          handler,
          request('PATCH', `${events}/${id}`, await token(email), {
            attendees: [{ email, responseStatus: 'accepted' }],
          }),
        ),
      );
      const heard = await measured(() =>
        tellOrganizer({ of: ORGANIZER, eventId: id, by: new Set(attendees.map(({ email }) => email)) }, guests),
      );
      const answered = await spread();

      const name = `a meeting of ${String(size)} guests`;
      report.row(`${name}: invited`, arriving.ms, 'ms');
      report.row(`${name}: a change in all calendars`, median(changes.map(({ ms }) => ms)), 'ms');
      report.row(
        `${name}: database calls for a change`,
        median(changes.map(({ meter }) => meter.calls.length)),
        'calls',
      );
      report.row(
        `${name}: consumed capacity for a change`,
        median(changes.map(({ meter }) => meter.capacity)),
        'units',
      );
      report.row(`${name}: calls when nothing is new`, again.meter.calls.length, 'calls');
      report.row(`${name}: consumed capacity when one answers`, one, 'units');
      report.row(`${name}: the same where guests do not see each other`, oneUnseen, 'units');
      report.row(`${name}: all answer at once, until all know`, heard.ms + answered.ms, 'ms');
      report.row(`${name}: consumed capacity for that`, heard.meter.capacity + answered.meter.capacity, 'units');
    }
  },
};
