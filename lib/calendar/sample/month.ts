/** A month of two people's lives around a day: meetings in series and alone, holidays, a trip, exceptions. */
import type { Patch } from '#lib/api/schema';
import { instanceId } from '#lib/calendar/recurrence/instance-id';
import type { EventResource } from '#lib/calendar/resources/event';
import { DAY, formatDay, weekday } from '#lib/calendar/time/civil';
import { readTime } from '#lib/calendar/time/event-time';

export interface SampleEvent extends EventResource {
  readonly id: string;
}

/** A change of one instance of a series. */
export interface SampleException {
  readonly instanceId: string;
  readonly change: Patch<EventResource>;
}

export interface SampleMonth {
  readonly events: readonly SampleEvent[];
  readonly exceptions: readonly SampleException[];
}

export type Place = 'alice' | 'bob' | 'team';

const ZONES: Readonly<Record<Place, string>> = { alice: 'Europe/Zurich', bob: 'Europe/London', team: 'Europe/Zurich' };

/** Titles, places, weekday (0 is Monday), beginning and minutes of the weekly series. */
const WEEKLY: Readonly<
  Record<
    Place,
    readonly (readonly [summary: string, location: string, weekday: number, begin: string, minutes: number])[]
  >
> = {
  alice: [
    ['Running club', 'Lakeside', 1, '18:30', 75],
    ['Piano lesson', 'Music school', 3, '17:00', 45],
    ['Call with Mum', '', 6, '11:00', 30],
  ],
  bob: [
    ['Football', 'Victoria Park', 2, '19:00', 90],
    ['Spanish course', 'Library, room 2', 0, '18:00', 90],
  ],
  team: [
    ['Planning', 'Room Matterhorn', 0, '09:30', 60],
    ['Design review', 'Room Eiger', 2, '14:00', 60],
    ['Retrospective', 'Room Matterhorn', 4, '15:00', 45],
  ],
};

/** Days from the day around which the month lies. */
const SINGLE: Readonly<
  Record<Place, readonly (readonly [summary: string, location: string, days: number, begin: string, minutes: number])[]>
> = {
  alice: [
    ['Dentist', 'Bahnhofstrasse 12', -9, '08:15', 40],
    ['Lunch with Carol', 'Café Odeon', -2, '12:15', 60],
    ['Parents evening', 'School', 3, '19:30', 90],
    ['Haircut', 'Seefeld', 6, '16:00', 45],
    ['Concert', 'Tonhalle', 11, '19:30', 150],
    ['Flat viewing', 'Wiedikon', 13, '18:15', 30],
  ],
  bob: [
    ['Car service', 'Garage on Mare Street', -6, '08:00', 60],
    ['Dinner with the Watsons', 'Their place', 1, '19:30', 180],
    ['Eye test', 'Optician', 8, '10:20', 30],
    ['Book club', 'The Crown', 14, '19:00', 120],
  ],
  team: [
    ['Interview: front end', 'Room Eiger', -4, '10:00', 60],
    ['Customer workshop', 'Zurich, main office', 2, '13:00', 240],
    ['Release 2', '', 5, '16:00', 30],
    ['Budget', 'Room Matterhorn', 9, '11:00', 60],
  ],
};

const pad = (text: number): string => String(text).padStart(2, '0');
const idOf = (place: Place, index: number): string =>
  `sample${place === 'alice' ? 'a' : place === 'bob' ? 'b' : 't'}${pad(index)}`;

function timed(day: number, begin: string, minutes: number, timeZone: string): Pick<EventResource, 'start' | 'end'> {
  const [hour = 0, minute = 0] = begin.split(':').map(Number);
  const end = hour * 60 + minute + minutes;
  return {
    start: { dateTime: `${formatDay(day)}T${begin}:00`, timeZone },
    end: { dateTime: `${formatDay(day)}T${pad(Math.floor(end / 60))}:${pad(end % 60)}:00`, timeZone },
  };
}

const allDay = (day: number, days: number): Pick<EventResource, 'start' | 'end'> => ({
  start: { date: formatDay(day) },
  end: { date: formatDay(day + days) },
});

const WEEKS_BEFORE = 3;

export function sampleMonth(place: Place, now: Date): SampleMonth {
  const today = Math.floor(now.getTime() / DAY);
  const monday = today - weekday(today) - 7 * WEEKS_BEFORE;
  const zone = ZONES[place];
  const weekly = (index: number, week: number) => {
    const [, , day, begin, minutes] = WEEKLY[place][index] ?? ['', '', 0, '00:00', 0];
    return timed(monday + day + 7 * week, begin, minutes, zone);
  };
  const series = WEEKLY[place].map(([summary, location], index): SampleEvent => ({
    id: idOf(place, index),
    summary,
    ...(location !== '' && { location }),
    ...weekly(index, 0),
    recurrence: ['RRULE:FREQ=WEEKLY'],
  }));
  const exception = (index: number, week: number, change: Patch<EventResource>): SampleException => ({
    instanceId: instanceId(idOf(place, index), readTime('start', weekly(index, week).start)),
    change,
  });
  const singles = SINGLE[place].map(([summary, location, days, begin, minutes], index): SampleEvent => ({
    id: idOf(place, 20 + index),
    summary,
    ...(location !== '' && { location }),
    ...timed(today + days, begin, minutes, zone),
  }));
  const days: SampleEvent[] =
    place === 'team'
      ? [{ id: idOf(place, 40), summary: 'Office closed', ...allDay(today + 17, 1) }]
      : [
          {
            id: idOf(place, 40),
            summary: place === 'alice' ? 'Weekend in Ticino' : 'Parents visit',
            ...allDay(today + 7, 3),
            transparency: place === 'alice' ? 'opaque' : 'transparent',
          },
          {
            id: idOf(place, 41),
            summary: place === 'alice' ? "Bob's birthday" : "Alice's birthday",
            ...allDay(today + 10, 1),
            recurrence: ['RRULE:FREQ=YEARLY'],
            transparency: 'transparent',
          },
        ];
  return {
    events: [...series, ...singles, ...days],
    exceptions: [
      exception(0, WEEKS_BEFORE, { summary: `${String(series[0]?.summary)} (outdoors)`, location: null }),
      exception(1, WEEKS_BEFORE + 1, { status: 'cancelled' }),
    ],
  };
}
