import { describe, expect, test } from '@jest/globals';
import ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
import { writeCalendar } from '#lib/calendar/ics/write-calendar';
import { clockChanges, offsetAt } from '#lib/calendar/time/zone';

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
function onsetsOf(definition: ICAL.Component, lastYear = LAST_YEAR): Onset[] {
  const observances = [...definition.getAllSubcomponents('standard'), ...definition.getAllSubcomponents('daylight')];
  const onsets = observances.flatMap((observance) => {
    const [from, offset] = [secondsIn(observance, 'tzoffsetfrom'), secondsIn(observance, 'tzoffsetto') * 1000];
    const dates = ['dtstart', 'rdate'].flatMap((name) => observance.getAllProperties(name).map(({ jCal }) => jCal[3]));
    const start = String(dates[0]).replace(/[-:]/g, '');
    const rule = observance.getFirstProperty('rrule')?.toICALString();
    const local =
      rule === undefined
        ? [...new Set(dates)].map((date) => Date.parse(`${String(date)}Z`))
        : new RRuleTemporal({ rruleString: `DTSTART:${start}Z\n${rule};UNTIL=${String(lastYear)}1231T235959Z` })
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

const changesItsClock = (zone: string): boolean =>
  new Set(samples(2030, 2030).map((at) => offsetAt(zone, at))).size > 1;
const zones = ['Asia/Tokyo', 'America/Phoenix', ...Intl.supportedValuesOf('timeZone').filter(changesItsClock)];

test('an endless series keeps the clock of its zone for good', () => {
  const wrong = zones.filter((zone) => {
    const onsets = onsetsOf(definitionOf(zone));
    return samples(2026, LAST_YEAR).some((at) => offsetBy(onsets, at) !== offsetAt(zone, at));
  });
  expect(wrong).toEqual([]);
});

describe('a zone whose clock goes by the moon', () => {
  const definition = definitionOf('Asia/Gaza');
  const zone = new ICAL.Timezone({ component: definition, tzid: 'Asia/Gaza' });

  test('tells every change that the zone database lists, and the rules that follow', () => {
    const onsets = onsetsOf(definition, 2110);
    const edges = clockChanges('Asia/Gaza', Date.UTC(2026, 0, 1), Date.UTC(2110, 0, 1)).flatMap(({ at }) => [
      at - 1000,
      at,
    ]);
    expect(edges.length).toBeGreaterThan(200);
    expect(edges.filter((at) => offsetBy(onsets, at) !== offsetAt('Asia/Gaza', at))).toEqual([]);
  });

  test('has far-off occurrences at the right hour in a calendar that reads the file', () => {
    // In the Ramadan of 2085, in April and May, the clock is an hour behind that of the months around it.
    const days = ['2071-09-01', '2071-09-25', '2085-04-01', '2085-05-05', '2085-07-01', '2099-07-01', '2099-12-01'];
    const read = days.map((day) => zone.utcOffset(ICAL.Time.fromDateTimeString(`${day}T12:00:00`)) / 3600);
    expect(read).toEqual(days.map((day) => offsetAt('Asia/Gaza', Date.parse(`${day}T10:00:00Z`)) / 3_600_000));
    expect(new Set(read)).toEqual(new Set([2, 3]));
  });

  test('stays small', () => {
    expect(definition.toString().length).toBeLessThan(8000);
  });
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
