/** FullCalendar, fed with the events of the shown calendars. */
import { Calendar, type CalendarOptions, type EventApi, type EventContentArg } from '@fullcalendar/core';
import dayGrid from '@fullcalendar/daygrid';
import interaction from '@fullcalendar/interaction';
import list from '@fullcalendar/list';
import multiMonth from '@fullcalendar/multimonth';
import timeGrid from '@fullcalendar/timegrid';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { showError } from '../../parts/toast.tsx';
import { useStore } from '../../state/store.ts';
import { direction, locale, words } from '../../words/words.ts';
import { calendars } from '../data/calendars.ts';
import { eventsIn, onEventsChanged, type PlacedEvent } from '../data/events.ts';
import { preferences, type Preferences, type ViewName } from '../data/preferences.ts';
import { ownResponse } from '../event/about.ts';
import { moveTo } from '../event/act.ts';
import type { NewDraft } from '../event/draft.ts';
import { formatHour, formatShortDay, zoneLabel } from '../time/format.ts';
import { addDays, inZone, nowIn } from '../time/moments.ts';
import { AGENDA_DAYS, windowOf } from './days-shown.ts';
import { drawEvent } from './draw-event.ts';
import { inputOf, markOf } from './event-input.ts';

const VIEW_TYPES: Readonly<Record<ViewName, string>> = {
  month: 'dayGridMonth',
  week: 'timeGridWeek',
  day: 'timeGridDay',
  agenda: 'agenda',
  year: 'multiMonthYear',
};

const text = words.calendar;

export interface CalendarViewProps {
  readonly view: ViewName;
  /** A day that is shown. */
  readonly date: string;
  readonly onOpen: (placed: PlacedEvent) => void;
  readonly onNew: (times: Pick<NewDraft, 'start' | 'end' | 'isAllDay'>) => void;
  readonly onDay: (date: string) => void;
}

const placedOf = (event: EventApi): PlacedEvent => event.extendedProps['placed'] as PlacedEvent;

/** FullCalendar's dates hold wall clocks as if they were UTC. */
const wallOf = (date: Date): string => date.toISOString().slice(0, 16);

/** Whole days end with the day before the one that FullCalendar says. */
function timesOf({ start, end, allDay }: EventApi): { start: string; end: string; isAllDay: boolean } {
  const from = wallOf(start ?? new Date(0));
  const days = end === null ? from : `${addDays(wallOf(end).slice(0, 10), -1)}T00:00`;
  const last = end === null ? wallOf(new Date(Date.parse(`${from}Z`) + 3_600_000)) : wallOf(end);
  return { start: from, end: allDay ? days : last, isAllDay: allDay };
}

async function loadEvents({ startStr, endStr }: { startStr: string; endStr: string }, view: ViewName) {
  const { zone, showsDeclined } = preferences.get();
  const window = windowOf(startStr.slice(0, 10), endStr.slice(0, 10), zone);
  const found = await eventsIn(window);
  return found
    .filter((placed) => placed.event.status !== 'cancelled' && (showsDeclined || ownResponse(placed) !== 'declined'))
    .map((placed) => (view === 'year' ? markOf(placed, zone) : inputOf(placed, zone)));
}

/** Beside the hours of the first zone, those of the second. */
function hourLabel(wall: string, { zone, secondZone }: Preferences): { domNodes: Node[] } {
  const first = document.createElement('span');
  first.textContent = formatHour(wall);
  if (secondZone === '') return { domNodes: [first] };
  const second = document.createElement('span');
  second.className = 'second-zone';
  second.textContent = formatHour(inZone(wall, zone, secondZone));
  return { domNodes: [second, first] };
}

function zoneHeading({ zone, secondZone }: Preferences): { domNodes: Node[] } {
  const label = document.createElement('span');
  label.className = 'zone-heading';
  label.textContent = secondZone === '' ? text.allDay : `${zoneLabel(secondZone)} ${zoneLabel(zone)}`;
  return { domNodes: [label] };
}

/** Options that follow the reader's preferences. */
const preferenceOptions = (now: Preferences): CalendarOptions => ({
  timeZone: now.zone,
  firstDay: now.weekStart,
  weekNumbers: now.hasWeekNumbers,
  weekNumberCalculation: now.weekStart === 1 ? 'ISO' : 'local',
  weekends: !now.hidesWeekends,
  now: () => `${nowIn(now.zone).toString({ smallestUnit: 'second' })}`,
  eventTimeFormat: {
    hour: 'numeric',
    minute: '2-digit',
    hour12: !now.is24Hours,
    omitZeroMinute: !now.is24Hours,
    meridiem: 'short',
  },
  slotLabelContent: ({ date }) => hourLabel(wallOf(date), now),
  allDayContent: () => zoneHeading(now),
  scrollTime: `${String(Math.max(0, now.workStart - 1)).padStart(2, '0')}:00`,
  businessHours: {
    daysOfWeek: [1, 2, 3, 4, 5],
    startTime: `${String(now.workStart)}:00`,
    endTime: `${String(now.workEnd)}:00`,
  },
});

function fixedOptions(props: { readonly current: CalendarViewProps }): CalendarOptions {
  return {
    plugins: [dayGrid, timeGrid, list, multiMonth, interaction],
    headerToolbar: false,
    height: '100%',
    locale,
    direction,
    editable: true,
    selectable: true,
    selectMirror: true,
    eventInteractive: true,
    nowIndicator: true,
    navLinks: true,
    dayMaxEvents: true,
    eventMaxStack: 6,
    slotEventOverlap: false,
    multiMonthMaxColumns: 4,
    multiMonthMinWidth: 260,
    slotDuration: '00:30',
    views: {
      agenda: {
        type: 'list',
        duration: { days: AGENDA_DAYS },
        listDayFormat: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
      },
    },
    dragScroll: true,
    longPressDelay: 400,
    moreLinkText: (count) => text.moreEvents(count),
    moreLinkHint: (count) => text.moreEvents(count),
    noEventsText: text.noEvents,
    allDayText: text.allDay,
    weekText: text.weekShort,
    closeHint: words.common.close,
    navLinkHint: (_text, date) => formatShortDay(wallOf(date)),
    events: (info: { startStr: string; endStr: string }) => loadEvents(info, props.current.view),
    // What was read is kept by us.
    lazyFetching: false,
    eventSourceFailure: showError,
    eventContent: (argument: EventContentArg) => drawEvent(argument),
    eventDidMount: ({ el, event }) => {
      el.style.setProperty('--event-color', String(event.extendedProps['color'] ?? ''));
      const placed = event.extendedProps['placed'] as PlacedEvent | undefined;
      if (placed === undefined) return;
      const focusable = el.matches('a, [tabindex]') ? el : el.querySelector<HTMLElement>('a, [tabindex]');
      focusable?.setAttribute('role', 'button');
    },
    // A day is called by all that is in it, not by its number alone.
    dayCellDidMount: ({ el }) => {
      el.removeAttribute('aria-labelledby');
    },
    eventClick: ({ event, jsEvent }) => {
      jsEvent.preventDefault();
      props.current.onOpen(placedOf(event));
    },
    select: ({ start, end, allDay, view }) => {
      view.calendar.unselect();
      const [from, to] = [wallOf(start), wallOf(end)];
      const last = allDay ? `${addDays(to.slice(0, 10), -1)}T00:00` : to;
      props.current.onNew({ start: from, end: last, isAllDay: allDay });
    },
    navLinkDayClick: (date) => {
      props.current.onDay(wallOf(date).slice(0, 10));
    },
    eventDrop: ({ event, revert }) => {
      void moveTo(placedOf(event), timesOf(event), preferences.get().zone).then((isDone) => {
        if (!isDone) revert();
      }, revert);
    },
    eventResize: ({ event, revert }) => {
      void moveTo(placedOf(event), timesOf(event), preferences.get().zone).then((isDone) => {
        if (!isDone) revert();
      }, revert);
    },
  };
}

/** What a calendar is made with need not be set again: drawing it twice is slow. */
function useChange(run: () => void, key: string): void {
  const last = useRef(key);
  useEffect(() => {
    if (last.current !== key) run();
    last.current = key;
  }, [key]);
}

export function CalendarView(props: CalendarViewProps): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  const calendar = useRef<Calendar>();
  const latest = useRef(props);
  latest.current = props;
  const now = useStore(preferences);
  const shown = useStore(calendars);

  useEffect(() => {
    if (element.current === null) return undefined;
    const made = new Calendar(element.current, {
      ...fixedOptions(latest),
      ...preferenceOptions(preferences.get()),
      initialView: VIEW_TYPES[props.view],
      initialDate: props.date,
    });
    made.render();
    calendar.current = made;
    const stop = onEventsChanged(() => made.refetchEvents());
    const measure = new ResizeObserver(() => made.updateSize());
    measure.observe(element.current);
    return () => {
      stop();
      measure.disconnect();
      made.destroy();
    };
  }, []);

  useChange(() => calendar.current?.changeView(VIEW_TYPES[props.view], props.date), `${props.view} ${props.date}`);
  useChange(
    () =>
      calendar.current?.batchRendering(() => {
        for (const [name, value] of Object.entries(preferenceOptions(now)))
          calendar.current?.setOption(name as keyof CalendarOptions, value as never);
      }),
    // Which view was shown last is kept among them.
    JSON.stringify({ ...now, view: undefined }),
  );
  const selection = JSON.stringify(shown.map(({ id, selected, backgroundColor }) => [id, selected, backgroundColor]));
  useChange(() => calendar.current?.refetchEvents(), selection);

  // FullCalendar gives its element classes of its own, which ours must not write over.
  return (
    <div class={`calendar-view calendar-view-${props.view}`}>
      <div ref={element} />
    </div>
  );
}
