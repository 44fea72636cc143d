/** A letter as text, as HTML, and as an iCalendar file. */
import { memoized } from '#lib/api/process/memoized';
import { replaceTags } from '#lib/api/text/replace-tags';
import { timeLine } from '#lib/calendar/ics/times';
import { writeCalendar } from '#lib/calendar/ics/write-calendar';
import type { WholeEvent } from '#lib/calendar/model/instance';
import type { EventResource } from '#lib/calendar/resources/event';
import { DAY } from '#lib/calendar/time/civil';
import { isAllDay, momentOf, renderTime } from '#lib/calendar/time/event-time';
import type { Letter } from './letters.ts';

export interface WrittenLetter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly calendar: string;
}

export interface Letterhead {
  /** Of the calendar that the letter comes from. */
  readonly timeZone: string;
  readonly now: Date;
  /** The guest who answers, in a reply. */
  readonly guest: string;
  /** The exceptions of a series. */
  readonly instances: readonly WholeEvent[];
}

export const NO_TITLE = '(no title)';

const ANSWERS: Readonly<Record<string, string>> = {
  accepted: 'Accepted',
  declined: 'Declined',
  tentative: 'Tentatively accepted',
};

function headingOf({ method, event, isUpdate }: Letter): string {
  if (method === 'CANCEL') return 'Cancelled event';
  if (method === 'REPLY') return ANSWERS[event.attendees?.[0]?.responseStatus ?? ''] ?? 'Answer';
  return isUpdate ? 'Updated invitation' : 'Invitation';
}

/** The fields that every reader may see, none of which belong to one copy. */
function resourceOf(event: WholeEvent, zone: string): EventResource {
  const zones = { calendar: zone, response: zone };
  const time = (value: WholeEvent['start']) => renderTime(value, zones) as NonNullable<EventResource['start']>;
  const {
    id,
    iCalUID,
    status,
    sequence,
    summary,
    description,
    location,
    recurrence,
    visibility,
    attendees,
    attachments,
    organizer,
  } = event;
  return {
    id,
    iCalUID,
    status,
    sequence,
    start: time(event.start),
    end: time(event.end),
    created: new Date(event.createdAtMs).toISOString(),
    updated: new Date(event.updatedAtMs).toISOString(),
    organizer: { ...organizer },
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(location !== undefined && { location }),
    ...(recurrence !== undefined && { recurrence }),
    ...(visibility !== undefined && { visibility }),
    ...(attendees !== undefined && { attendees }),
    ...(attachments !== undefined && { attachments }),
    ...(event.originalStart !== undefined && { originalStartTime: time(event.originalStart) }),
  };
}

/** A formatter takes long to make, and the letters about an event are in one zone. */
const MAX_ZONES_CACHED = 20;
const formatsIn = memoized(MAX_ZONES_CACHED, (timeZone: string) => ({
  date: new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone }),
  time: new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }),
}));
const longDate = (instant: number, timeZone: string): string => formatsIn(timeZone).date.format(instant);
const clockTime = (instant: number, timeZone: string): string => formatsIn(timeZone).time.format(instant);

/** Day and time in words, in the event's own zone. */
export function whenOf({ start, end }: Pick<WholeEvent, 'start' | 'end'>, zone: string): string {
  if (isAllDay(start) || isAllDay(end)) {
    const [first, last] = [
      longDate(momentOf(start), 'UTC'),
      longDate(Math.max(momentOf(end) - DAY, momentOf(start)), 'UTC'),
    ];
    return first === last ? first : `${first} to ${last}`;
  }
  const own = start.timeZone ?? zone;
  const [from, to] = [momentOf(start), momentOf(end)];
  const isOneDay = longDate(from, own) === longDate(to, own);
  return `${longDate(from, own)}, ${clockTime(from, own)} to ${isOneDay ? '' : `${longDate(to, own)}, `}${clockTime(to, own)} (${own})`;
}

const END_OF_LINE = /^<(?:br|\/p|\/div|\/li)\b/i;

/** Descriptions may hold HTML; the text of a letter shows it without tags. */
export const wordsOf = (html: string): string =>
  replaceTags(html, (tag) => (END_OF_LINE.test(tag) ? '\n' : ''))
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .trim();

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${String(character.charCodeAt(0))};`);

type Lines = readonly (readonly [label: string, value: string])[];

function linesOf({ method, event }: Letter, { timeZone, guest }: Letterhead): Lines {
  const [own] = event.attendees ?? [];
  const guests = (event.attendees ?? []).map(({ displayName, email = '' }) =>
    displayName === undefined ? email : `${displayName} <${email}>`,
  );
  const repeats = event.recurrence === undefined ? [] : [['Repeats', event.recurrence.join(' ')] as const];
  const place = event.location === undefined ? [] : [['Where', event.location] as const];
  const when = [['When', whenOf(event, timeZone)] as const, ...repeats, ...place];
  if (method === 'REPLY')
    return [['From', guest], ...when, ...(own?.comment === undefined ? [] : [['Comment', own.comment] as const])];
  return [
    ...when,
    ['Organizer', event.organizer.displayName ?? event.organizer.email],
    ...(guests.length === 0 ? [] : [['Guests', guests.join(', ')] as const]),
  ];
}

/** In the zone that the series is written in, or it would not meet its instance. */
function exdateOf({ originalStart }: WholeEvent, zone: string): string[] {
  if (originalStart === undefined) return [];
  return [timeLine('exdate', isAllDay(originalStart) ? originalStart : { timeZone: zone, ...originalStart })];
}

/** A request cannot cancel an instance (RFC 5546, 3.2.2): the series leaves it out instead. */
function requestOf(series: WholeEvent, { instances, timeZone }: Letterhead): WholeEvent[] {
  const isCancelled = ({ status }: WholeEvent): boolean => status === 'cancelled';
  const exdates = instances.filter(isCancelled).flatMap((instance) => exdateOf(instance, timeZone));
  return [
    exdates.length === 0 ? series : { ...series, recurrence: [...(series.recurrence ?? []), ...exdates] },
    ...instances.filter((instance) => !isCancelled(instance)),
  ];
}

/** The same words as text and as HTML. */
export const textAndHtml = (title: string, lines: Lines, words: string): Pick<WrittenLetter, 'text' | 'html'> => ({
  text: [
    title,
    '',
    ...lines.map(([label, value]) => `${label}: ${value}`),
    ...(words === '' ? [] : ['', words]),
    '',
  ].join('\n'),
  html: [
    `<h2>${escaped(title)}</h2>`,
    '<table>',
    ...lines.map(
      ([label, value]) => `<tr><th align="left" valign="top">${escaped(label)}</th><td>${escaped(value)}</td></tr>`,
    ),
    '</table>',
    ...(words === '' ? [] : [`<p>${escaped(words).replaceAll('\n', '<br>')}</p>`]),
  ].join('\n'),
});

export function writeLetter(letter: Letter, head: Letterhead): WrittenLetter {
  const { method, event } = letter;
  const subject = `${headingOf(letter)}: ${event.summary ?? NO_TITLE}`;
  const words = method === 'REPLY' ? '' : wordsOf(event.description ?? '');
  const events = method === 'REQUEST' ? requestOf(event, head) : [event];
  return {
    subject,
    ...textAndHtml(subject, linesOf(letter, head), words),
    calendar: writeCalendar(
      events.map((one) => resourceOf(one, head.timeZone)),
      { method, timeZone: head.timeZone, now: head.now },
    ),
  };
}
