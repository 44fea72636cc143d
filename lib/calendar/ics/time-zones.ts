/** Reads zones of iCalendar files: every file defines its zones under names of its own. */
import ICAL from 'ical.js';
import { isTimeZone, offsetAt } from '#lib/calendar/time/zone';
import type { Block } from './content-lines.ts';
import { WINDOWS_ZONES } from './windows-zones.ts';

/** One sample a month for three years: enough to distinguish zones in every season. */
const SAMPLES = Array.from({ length: 36 }, (_, index) => Date.UTC(2024, index, 15, 12));
/** Tried before all others, of which many have the same offsets. */
const PREFERRED = [
  'UTC',
  'Europe/London',
  'Europe/Berlin',
  'Europe/Helsinki',
  'Europe/Athens',
  'Europe/Moscow',
  'Europe/Istanbul',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Halifax',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Bogota',
  'America/Mexico_City',
  'Africa/Lagos',
  'Africa/Johannesburg',
  'Asia/Jerusalem',
  'Asia/Dubai',
  'Asia/Karachi',
  'Asia/Kolkata',
  'Asia/Bangkok',
  'Asia/Shanghai',
  'Asia/Tokyo',
  'Australia/Perth',
  'Australia/Adelaide',
  'Australia/Brisbane',
  'Australia/Sydney',
  'Pacific/Auckland',
];

/** The IANA zone with the same offsets as the definition. */
function zoneWithSameOffsets(definition: ICAL.Component): string | undefined {
  const zone = new ICAL.Timezone(definition);
  const wanted = SAMPLES.map((at) => zone.utcOffset(ICAL.Time.fromJSDate(new Date(at), true)) * 1000);
  return [...PREFERRED, ...Intl.supportedValuesOf('timeZone')].find((name) =>
    SAMPLES.every((at, index) => offsetAt(name, at) === wanted[index]),
  );
}

/** Some programs add a path before the name: `/mozilla.org/20050126_1/Europe/Berlin`. */
function ianaNameIn(tzid: string): string | undefined {
  const parts = tzid.split('/').filter((part) => part !== '');
  return [parts.join('/'), parts.slice(-3).join('/'), parts.slice(-2).join('/')].find((name) => isTimeZone(name));
}

export type ZoneNames = (tzid: string) => string | undefined;

/** The definitions of a file, by their names in the file. */
export class ZoneDefinitions {
  readonly #definitions = new Map<string, ICAL.Component>();

  add({ lines }: Block): void {
    try {
      const definition = new ICAL.Component(ICAL.parse(lines.join('\r\n')) as unknown[]);
      this.#definitions.set(String(definition.getFirstPropertyValue('tzid')), definition);
    } catch {
      // Events that use a broken definition report it.
    }
  }

  find(tzid: string): ICAL.Component | undefined {
    return this.#definitions.get(tzid);
  }
}

/**
 * Maps zone names of the file to IANA names; undefined for a name that the file does not define and IANA does not know.
 */
export function zoneNames(definitions: ZoneDefinitions): ZoneNames {
  const known = new Map<string, string | undefined>();
  return (tzid) => {
    if (!known.has(tzid)) {
      const definition = definitions.find(tzid);
      const place = definition?.getFirstPropertyValue('x-lic-location');
      const named = ianaNameIn(tzid) ?? (typeof place === 'string' ? ianaNameIn(place) : undefined);
      known.set(tzid, named ?? (definition === undefined ? WINDOWS_ZONES[tzid] : zoneWithSameOffsets(definition)));
    }
    return known.get(tzid);
  };
}
