/** Parameters of iCalendar properties. */
import type ICAL from 'ical.js';

/** The first value; undefined when the parameter is absent. */
export function parameterOf(property: ICAL.Property, name: string): string | undefined {
  const value = property.getParameter(name);
  return typeof value === 'string' ? value : value?.[0];
}

/** The parameters that have a value. */
export const withValues = (parameters: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined));
