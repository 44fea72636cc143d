import { expect, test } from '@jest/globals';
import ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
import { writeCalendar } from '#lib/calendar/ics/write-calendar';
import { offsetAt } from '#lib/calendar/time/zone';

const NOW = new Date('2026-03-02T09:00:00Z');
const LAST_YEAR = 2075;

interface Onset {
  readonly at: number;
  readonly offset: number;
}

const secondsIn = (observance: ICAL.Component, name: string): number => {
  const value = observance.getFirstPropertyValue(name);
  return value instanceof ICAL.UtcOffset ? value.toSeconds() : NaN;
};

/** Every change that a definition tells, read by libraries that did not write it. */
function onsetsOf(definition: ICAL.Component): Onset[] {
  const observances = [...definition.getAllSubcomponents('standard'), ...definition.getAllSubcomponents('daylight')];
  const onsets = observances.flatMap((observance) => {
    const [from, offset] = [secondsIn(observance, 'tzoffsetfrom'), secondsIn(observance, 'tzoffsetto') * 1000];
    const start = String(observance.getFirstProperty('dtstart')?.jCal[3]).replace(/[-:]/g, '');
    const rule = observance.getFirstProperty('rrule')?.toICALString();
    const local =
      rule === undefined
        ? [Date.parse(`${String(observance.getFirstProperty('dtstart')?.jCal[3])}Z`)]
        : new RRuleTemporal({ rruleString: `DTSTART:${start}Z\n${rule};UNTIL=${String(LAST_YEAR)}1231T235959Z` })
            .all()
            .map(({ epochMilliseconds }) => epochMilliseconds);
    return local.map((wall) => ({ at: wall - from * 1000, offset }));
  });
  return onsets.sort((a, b) => a.at - b.at);
}

const offsetBy = (onsets: readonly Onset[], at: number): number | undefined =>
  onsets.findLast((onset) => onset.at <= at)?.offset;

const definitionOf = (timeZone: string, start = '2026-03-17T14:00:00Z'): ICAL.Component => {
  const time = { dateTime: start, timeZone };
  const text = writeCalendar([{ iCalUID: 'a', start: time, end: time, recurrence: ['RRULE:FREQ=DAILY'] }], {
    timeZone,
    now: NOW,
  });
  const [definition] = new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vtimezone');
  if (definition === undefined) throw new Error(`${timeZone} is not defined`);
  return definition;
};

/** Twelve days a year. */
const samples = (firstYear: number, lastYear: number): number[] =>
  Array.from({ length: (lastYear - firstYear + 1) * 12 }, (_, month) => Date.UTC(firstYear, month, 28, 12));

/** The clock goes by the month of Ramadan there. */
const WITHOUT_RULES = ['Asia/Gaza', 'Asia/Hebron', 'Africa/Casablanca', 'Africa/El_Aaiun'];
const changesItsClock = (zone: string): boolean =>
  new Set(samples(2030, 2030).map((at) => offsetAt(zone, at))).size > 1;
const zones = ['Asia/Tokyo', 'America/Phoenix', ...Intl.supportedValuesOf('timeZone').filter(changesItsClock)];

test('an endless series keeps the clock of its zone for good', () => {
  const wrong = zones
    .filter((zone) => !WITHOUT_RULES.includes(zone))
    .filter((zone) => {
      const onsets = onsetsOf(definitionOf(zone));
      return samples(2026, LAST_YEAR).some((at) => offsetBy(onsets, at) !== offsetAt(zone, at));
    });
  expect(wrong).toEqual([]);
});

test('a zone whose clock follows no rule tells its changes of ten years', () => {
  const onsets = onsetsOf(definitionOf('Asia/Gaza'));
  expect(samples(2026, 2035).filter((at) => offsetBy(onsets, at) !== offsetAt('Asia/Gaza', at))).toEqual([]);
});

test('former years keep the changes that they had, to the second', () => {
  const definition = definitionOf('America/New_York', '1998-05-01T14:00:00Z');
  const onsets = onsetsOf(definition);
  const edges = onsets.slice(1).flatMap(({ at }) => [at - 1000, at]);
  expect(edges.filter((at) => offsetBy(onsets, at) !== offsetAt('America/New_York', at))).toEqual([]);
  expect(onsets.filter(({ at }) => at < Date.UTC(2007, 0, 1)).length).toBe(19);
  expect(definition.getAllSubcomponents('daylight').at(-1)?.getFirstProperty('rrule')?.toICALString()).toBe(
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
  );
});
