/** The details of a calendar: from a body, after a patch, and on the wire. */
import type { Ids, User } from '#lib/api/context';
import { badRequest } from '#lib/api/errors';
import { hashTag } from '#lib/api/etag';
import type { Patch, Static } from '#lib/api/schema';
import { sortedJson } from '#lib/api/text/sorted-json';
import { type Calendar, type CalendarDetails, DEFAULT_TIME_ZONE, FIRST_SEQ } from '#lib/calendar/model/calendar';
import type { CalendarResource } from '#lib/calendar/resources/calendar';
import { isTimeZone } from '#lib/calendar/time/zone';
import { labelsAfter } from './labels.ts';

type Resource = Static<typeof CalendarResource>;
const CONFERENCE_PROPERTIES = { allowedConferenceSolutionTypes: ['hangoutsMeet'] };

const conferenceProperties = (): { allowedConferenceSolutionTypes: string[] } => structuredClone(CONFERENCE_PROPERTIES);

export function describeCalendar(calendar: Calendar): Resource {
  const described: Resource = {
    kind: 'calendar#calendar',
    id: calendar.id,
    summary: calendar.summary,
    ...(calendar.description !== undefined && { description: calendar.description }),
    ...(calendar.location !== undefined && { location: calendar.location }),
    timeZone: calendar.timeZone,
    conferenceProperties: conferenceProperties(),
    ...(!calendar.isPrimary && { dataOwner: calendar.owner }),
    ...(calendar.labels !== undefined &&
      calendar.labels.length > 0 && {
        labelProperties: { eventLabels: calendar.labels.map((label) => ({ ...label })) },
      }),
  };
  return { kind: described.kind, etag: hashTag(described), ...described };
}

const blankToUndefined = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

/** The details from a full body (insert, update). Absent fields go back to their default, except labels. */
export function calendarDetails(body: Resource, ids: Ids, previous?: Calendar): CalendarDetails {
  return checkedDetails({ ...body, labels: labelsAfter(body.labelProperties, previous?.labels, ids) });
}

/** The details after a merge patch: absent fields stay, `null` clears. */
export function patchedDetails(calendar: Calendar, patch: Patch<Resource>, ids: Ids): CalendarDetails {
  const pick = (sent: string | null | undefined, stored: string | undefined) =>
    sent === undefined ? stored : (sent ?? undefined);
  return checkedDetails({
    summary: pick(patch.summary, calendar.summary),
    description: pick(patch.description, calendar.description),
    location: pick(patch.location, calendar.location),
    timeZone: pick(patch.timeZone, calendar.timeZone),
    labels: labelsAfter(patch.labelProperties, calendar.labels, ids),
  });
}

function checkedDetails(sent: { [K in keyof CalendarDetails]?: CalendarDetails[K] | undefined }): CalendarDetails {
  const summary = blankToUndefined(sent.summary);
  if (summary === undefined) throw badRequest('required', 'Missing title.');
  const timeZone = blankToUndefined(sent.timeZone) ?? DEFAULT_TIME_ZONE;
  if (!isTimeZone(timeZone)) throw badRequest('invalid', `Invalid time zone: ${timeZone}.`);
  return {
    summary,
    description: blankToUndefined(sent.description),
    location: blankToUndefined(sent.location),
    timeZone,
    labels: sent.labels,
  };
}

export const newCalendar = (details: CalendarDetails, caller: User, id: string, atMs: number): Calendar => ({
  ...details,
  id,
  owner: caller.email,
  isPrimary: false,
  clientId: caller.clientId,
  seq: FIRST_SEQ,
  version: 1,
  updatedAtMs: atMs,
  eventsUpdatedAtMs: atMs,
});

/** True when a write would leave everything as it is. */
export const sameDetails = (a: CalendarDetails, b: CalendarDetails): boolean =>
  a.summary === b.summary &&
  a.description === b.description &&
  a.location === b.location &&
  a.timeZone === b.timeZone &&
  sortedJson(a.labels ?? []) === sortedJson(b.labels ?? []);
