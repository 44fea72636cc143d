/** Days of a request, `yyyymmdd` in the zone of the advertiser's network, as a time span. */
import { Temporal } from 'temporal-polyfill';
import { invalidParameter } from '#lib/api/errors';

function dateOf(parameter: string, yyyymmdd: number): Temporal.PlainDate {
  const year = Math.floor(yyyymmdd / 10_000);
  const month = Math.floor(yyyymmdd / 100) % 100;
  try {
    return Temporal.PlainDate.from({ year, month, day: yyyymmdd % 100 }, { overflow: 'reject' });
  } catch {
    throw invalidParameter(parameter, `Invalid value '${String(yyyymmdd)}'. It is no day of the calendar.`);
  }
}

const startOf = (day: Temporal.PlainDate, timeZone: string): number => day.toZonedDateTime(timeZone).epochMilliseconds;

/** Both days included; daylight saving makes a day shorter or longer. */
export function daysBetween(
  startDate: number,
  endDate: number,
  timeZone: string,
): { readonly fromMs: number; readonly untilMs: number } {
  const first = dateOf('startDate', startDate);
  const last = dateOf('endDate', endDate);
  if (Temporal.PlainDate.compare(first, last) > 0)
    throw invalidParameter('endDate', `Invalid value '${String(endDate)}'. It lies before startDate.`);
  return { fromMs: startOf(first, timeZone), untilMs: startOf(last.add({ days: 1 }), timeZone) };
}
