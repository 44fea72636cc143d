/** An event as FullCalendar draws it. Texts stay texts: nothing of an event is ever read as HTML. */
import type { EventInput } from '@fullcalendar/core';
import type { PlacedEvent } from '../data/events.ts';
import { eventColor } from '../data/palette.ts';
import { isChangeable, ownResponse, titleOf } from '../event/about.ts';
import { addDays, wallTime } from '../time/moments.ts';

const SPECIAL = new Set(['workingLocation', 'focusTime', 'outOfOffice']);

const classesOf = (placed: PlacedEvent): string[] => {
  const { event } = placed;
  const response = ownResponse(placed);
  return [
    'event',
    ...(response === 'declined' ? ['event-declined'] : []),
    ...(response === 'needsAction' ? ['event-unanswered'] : []),
    ...(response === 'tentative' || event.status === 'tentative' ? ['event-tentative'] : []),
    ...(event.transparency === 'transparent' ? ['event-free'] : []),
    ...(event.eventType !== undefined && SPECIAL.has(event.eventType) ? [`event-${event.eventType}`] : []),
  ];
};

const keyOf = ({ calendarId, event }: PlacedEvent): string => JSON.stringify([calendarId, event.id]);

/** In a year: the days are marked, no more. */
export function markOf(placed: PlacedEvent, zone: string): EventInput {
  const { event, calendarId } = placed;
  const start = event.start?.date ?? wallTime(event.start, zone).slice(0, 10);
  const end = event.end?.date ?? addDays(wallTime(event.end, zone).slice(0, 10), 1);
  const extendedProps = { color: eventColor(event, calendarId) };
  return { id: keyOf(placed), title: '', allDay: true, start, end, display: 'background', extendedProps };
}

export function inputOf(placed: PlacedEvent, zone: string): EventInput {
  const { event, calendarId } = placed;
  const isAllDay = event.start?.date !== undefined;
  const canChange = isChangeable(placed);
  return {
    id: keyOf(placed),
    title: titleOf(placed),
    allDay: isAllDay,
    start: isAllDay ? (event.start?.date ?? '') : wallTime(event.start, zone),
    end: isAllDay ? (event.end?.date ?? '') : wallTime(event.end, zone),
    classNames: classesOf(placed),
    startEditable: canChange,
    durationEditable: canChange,
    extendedProps: { placed, color: eventColor(event, calendarId) },
  };
}
