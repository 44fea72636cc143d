import { createRequire } from 'node:module';
import { join } from 'node:path';
import ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
import { occurrencesBetween, type Series } from '#lib/calendar/recurrence/series';
import { temporaryPackages } from '#test/tools/bench/rivals/rival';
import { median, type Bench, type Report } from '#test/tools/measure/bench';
import { processorTimeOf } from '#test/tools/measure/processor-time';

const ROUNDS = 45;
/** No further round is begun after that. */
const LONG_MS = 500;
const ZONE = 'Europe/Zurich';
const FROM_MS = Date.parse('2026-03-02T00:00:00Z');
const TO_MS = FROM_MS + 7 * 86_400_000;

/** Series that began in March 2016, with the known number of instances in the week. */
const RULES: readonly (readonly [rule: string, count: number])[] = [
  ['FREQ=DAILY', 7],
  ['FREQ=WEEKLY;BYDAY=MO,WE,FR', 3],
  ['FREQ=MONTHLY;BYDAY=1TU', 1],
];

interface RRuleModule {
  readonly rrulestr: (text: string) => { between(from: Date, to: Date, inclusive: boolean): readonly Date[] };
}

type Expand = (rule: string) => number;

const almanac: Expand = (rule) => {
  const series: Series = {
    start: { dateTime: '2016-03-01T09:00:00+01:00', timeZone: ZONE },
    end: { dateTime: '2016-03-01T10:00:00+01:00', timeZone: ZONE },
    recurrence: [`RRULE:${rule}`],
  };
  return [...occurrencesBetween(series, { after: FROM_MS, before: TO_MS }, ZONE)].length;
};

/** In UTC: ical.js knows a time zone only by a definition in the file. */
const icalJsInUtc: Expand = (rule) => {
  const steps = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateTimeString('2016-03-01T09:00:00Z'));
  const [from, to] = [FROM_MS, TO_MS].map((ms) => ICAL.Time.fromJSDate(new Date(ms), true));
  let count = 0;
  for (
    let next = steps.next() as ICAL.Time | null;
    next !== null && to !== undefined && next.compare(to) < 0;
    next = steps.next() as ICAL.Time | null
  )
    if (from !== undefined && next.compare(from) >= 0) count += 1;
  return count;
};

const rruleJs =
  ({ rrulestr }: RRuleModule, start: string): Expand =>
  (rule) =>
    rrulestr(`DTSTART${start}\nRRULE:${rule}`).between(new Date(FROM_MS), new Date(TO_MS), true).length;

const rruleTemporal: Expand = (rule) =>
  new RRuleTemporal({ rruleString: `DTSTART;TZID=${ZONE}:20160301T090000\nRRULE:${rule}` }).between(
    new Date(FROM_MS),
    new Date(TO_MS),
    true,
  ).length;

/** Of processor time, of the last third: Node has compiled by then what is used often. */
function medianMs(expand: Expand, rule: string, count: number): number {
  const times: number[] = [];
  for (let spentMs = 0; times.length < ROUNDS && spentMs < LONG_MS; spentMs += times.at(-1) ?? 0) {
    let found = 0;
    const ms = processorTimeOf(() => {
      found = expand(rule);
    });
    if (found !== count) throw new Error(`${rule} was expanded to ${String(found)} occurrences, not ${String(count)}.`);
    times.push(ms);
  }
  return median(times.slice(-Math.ceil(times.length / 3)));
}

async function run(report: Report): Promise<void> {
  const packages = await temporaryPackages('rrule@2.8.1');
  try {
    const others: [string, Expand][] = [
      ['ical.js in UTC', icalJsInUtc],
      ['rrule-temporal', rruleTemporal],
    ];
    if (packages === undefined) report.note('expansion: rrule.js is left out (it could not be installed)');
    else {
      const rrule = createRequire(join(packages.folder, 'package.json'))('rrule') as RRuleModule;
      others.push(
        ['rrule.js in UTC', rruleJs(rrule, ':20160301T090000Z')],
        ['rrule.js', rruleJs(rrule, `;TZID=${ZONE}:20160301T090000`)],
      );
    }
    for (const [rule, count] of RULES) {
      const own = medianMs(almanac, rule, count);
      report.row(`a week of ${rule} since 2016: Almanac`, own, 'ms');
      for (const [name, expand] of others)
        report.row(`a week of ${rule} since 2016: ${name} to Almanac`, medianMs(expand, rule, count) / own, 'times');
    }
  } finally {
    await packages?.remove();
  }
}

/** One week of series that began ten years ago, compared with common libraries. */
export const expansion: Bench = { name: 'expansion', usesStack: false, run };
