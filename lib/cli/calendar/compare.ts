/** `npm run calendar -- compare`: whether people have the same here as at the service that they come from. */
import { counted } from '#lib/api/text/counted';
import type { Values } from '#lib/command/command';
import { openProgress } from '#lib/command/progress';
import { StartupError } from '#lib/command/startup-error';
import type { Difference } from '#lib/pull/calendar/compare';
import { type FROM_OPTIONS, peopleOf, rootUrlOf, upstreamOf } from './pull-options.ts';

type CompareValues = Values<typeof FROM_OPTIONS>;

const WORDS = { there: 'is only there', here: 'is only here', different: 'differs' } as const;

function described({ what, id, calendarId, is, fields = [] }: Difference): string {
  const where = calendarId === undefined ? '' : ` of ${calendarId}`;
  return `${what} ${id}${where} ${WORDS[is]}${fields.length === 0 ? '' : ` in ${fields.join(', ')}`}`;
}

export async function compare(values: CompareValues): Promise<void> {
  const [{ openCalendarService, pulls }, { comparePerson }, { calendarHere }, { calendar }, { actingAs }, { SCOPE }] =
    await Promise.all([
      import('#lib/runtime/pull/calendar'),
      import('#lib/pull/calendar/compare'),
      import('#lib/pull/calendar/calendar-here'),
      import('#lib/runtime/calendar/serve'),
      import('#lib/runtime/acting-as'),
      import('#lib/calendar/scopes'),
    ]);
  const known = await pulls.list();
  const people = peopleOf(values) ?? known.map(({ email }) => email);
  const progress = openProgress();
  for (const email of people) {
    const from = values.from ?? known.find((person) => person.email === email)?.from;
    if (from === undefined)
      throw new StartupError(`${email} was never pulled. Compare with what? Give --from ROOT_URL.`);
    const service = openCalendarService(upstreamOf(rootUrlOf(from), values));
    const here = calendarHere(actingAs(calendar, email, [SCOPE.calendar]));
    const comparing = comparePerson(email, service.as(email), here, (events) => {
      progress.show(`${events.toLocaleString('en')} events of ${email}`);
    });
    const { events, differences } = await comparing.finally(() => {
      progress.clear();
      service.close();
    });
    for (const difference of differences) console.error(`${email}: ${described(difference)}`);
    const verdict = differences.length === 0 ? 'both sides agree' : counted(differences.length, 'difference');
    console.log(`${email}: ${counted(events, 'event')}, ${verdict}.`);
    if (differences.length > 0) process.exitCode = 1;
  }
}
