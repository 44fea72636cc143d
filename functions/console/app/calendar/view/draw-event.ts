/** The inside of an event in a view, as elements with texts in them. */
import type { EventContentArg } from '@fullcalendar/core';
import { words } from '../../words/words.ts';
import type { PlacedEvent } from '../data/events.ts';
import { preferences } from '../data/preferences.ts';
import { ownResponse } from '../event/about.ts';
import { formatWhen } from '../time/format.ts';

const text = words.calendar;

const SYMBOLS: Readonly<Record<string, string>> = {
  workingLocation: '⌂',
  focusTime: '◎',
  outOfOffice: '⇢',
  birthday: '✦',
};

const part = (className: string, content: string): HTMLElement => {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = content;
  return element;
};

/** Events are drawn several times until they fit. */
const spoken = new WeakMap<PlacedEvent, string>();

/** What a screen reader says besides: the day, and what only colour or a sign tells. */
function spokenOf(placed: PlacedEvent): string {
  const known = spoken.get(placed) ?? describe(placed);
  spoken.set(placed, known);
  return known;
}

function describe(placed: PlacedEvent): string {
  const { event } = placed;
  const kind = event.eventType === undefined ? undefined : text.kinds[event.eventType];
  const response = ownResponse(placed);
  return [
    kind,
    formatWhen(event, preferences.get().zone),
    response === undefined ? undefined : text.responses[response],
  ]
    .filter((one) => one !== undefined)
    .map((one) => `, ${one}`)
    .join('');
}

export function drawEvent({ event, timeText, view }: EventContentArg): { domNodes: Node[] } {
  if (event.display === 'background') return { domNodes: [] };
  const placed = event.extendedProps['placed'] as PlacedEvent | undefined;
  const symbol = SYMBOLS[placed?.event.eventType ?? ''];
  const location = placed?.event.location ?? '';
  const isRoomy = view.type.startsWith('timeGrid') && !event.allDay;
  const time = timeText === '' || view.type === 'agenda' ? [] : [part('event-time', timeText)];
  const title = part('event-title', placed === undefined ? text.newEvent : event.title);
  // The whole of a title that is cut, for the mouse; screen readers read the text.
  title.title = title.textContent;
  return {
    domNodes: [
      ...(symbol === undefined ? [] : [part('event-symbol', symbol)]),
      ...(isRoomy ? [title, ...time] : [...time, title]),
      ...(location !== '' && (isRoomy || view.type === 'agenda') ? [part('event-place', location)] : []),
      ...(placed === undefined ? [] : [part('hidden-label', spokenOf(placed))]),
    ],
  };
}
