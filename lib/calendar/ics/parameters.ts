/** Parameters of iCalendar properties. */
import type ICAL from 'ical.js';
import { badRequest } from '#lib/api/errors';

/** ical.js looks through the rest of a line for every parameter in it. */
const MAX_PARAMETERS_LENGTH = 10_000;

/** Refuses lines whose value begins too late; a colon in quotes does not begin it. */
export function requireShortParameters(lines: readonly string[]): void {
  for (const line of lines) {
    if (line.length <= MAX_PARAMETERS_LENGTH) continue;
    let [at, isQuoted] = [0, false];
    for (; at < line.length && (isQuoted || line[at] !== ':'); at += 1) if (line[at] === '"') isQuoted = !isQuoted;
    if (at > MAX_PARAMETERS_LENGTH)
      throw badRequest('invalid', `The parameters of a line have at most ${String(MAX_PARAMETERS_LENGTH)} characters.`);
  }
}

/** The first value; undefined when the parameter is absent. */
export function parameterOf(property: ICAL.Property, name: string): string | undefined {
  const value = property.getParameter(name);
  return typeof value === 'string' ? value : value?.[0];
}

/** The parameters that have a value. */
export const withValues = (parameters: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined));
