/** One day: a row for each person with the times at which they are busy, and the event itself, which can be moved. */
import type { JSX } from 'preact';
import { words } from '../../words/words.ts';
import { formatHour, formatTime } from '../time/format.ts';
import { addMinutes, minutesBetween } from '../time/moments.ts';
import { blocksOf, busyPeople, busyTimes, type Hours, type PersonBusy } from './free-busy.ts';

const text = words.calendar.findTimes;
const STEP_MINUTES = 15;

/** Numbers for the style sheet: the page's policy lets no element carry styles of its own. */
const measured = (values: Readonly<Record<string, number>>) => (element: HTMLElement | null) => {
  for (const [name, value] of Object.entries(values)) element?.style.setProperty(name, String(value));
};

const Blocks = ({ person, hours }: { readonly person: PersonBusy; readonly hours: Hours }): JSX.Element => (
  <div class={person.busy === undefined ? 'track track-unknown' : 'track'} aria-hidden="true">
    {blocksOf(person.busy ?? [], hours).map(({ from, length }) => (
      <span key={from} class="track-busy" ref={measured({ '--from': from, '--length': length })} />
    ))}
  </div>
);

/** What the picture says, for those who do not see it. */
function spoken({ busy }: PersonBusy, hours: Hours): string {
  if (busy === undefined) return text.unknown;
  const times = busyTimes(busy, hours);
  return times.length === 0 ? text.freeAllDay : text.busyAt(times.join(', '));
}

/** Of a calendar that cannot be seen, nothing is said. */
export const allFree = (people: readonly PersonBusy[]): string =>
  people.every(({ busy }) => busy !== undefined) ? text.everybodyFree : text.allSeenFree;

export interface DayPictureProps {
  readonly people: readonly PersonBusy[];
  readonly hours: Hours;
  readonly workStart: number;
  readonly workEnd: number;
  /** The event: where it is now, and how long it takes. */
  readonly start: string;
  readonly minutes: number;
  readonly onChoose: (start: string) => void;
}

function Slider({ people, hours, start, minutes, onChoose }: DayPictureProps): JSX.Element {
  const opening = `${hours.day}T${String(hours.first).padStart(2, '0')}:00`;
  const most = (hours.last - hours.first) * 60 - minutes;
  const value = Math.min(most, Math.max(0, minutesBetween(opening, start)));
  const isHere = start.slice(0, 10) === hours.day;
  const wall = addMinutes(opening, value);
  const busy = busyPeople(people, wall, minutes, hours.zone);
  const when = `${formatTime(wall)} – ${formatTime(addMinutes(wall, minutes))}`;
  const state = busy.length === 0 ? allFree(people) : text.notFree(busy.join(', '));
  return (
    <>
      <input
        type="range"
        class={`slot${busy.length === 0 ? '' : ' slot-taken'}${isHere ? '' : ' slot-elsewhere'}`}
        aria-label={text.start}
        aria-valuetext={`${when}, ${state}`}
        min="0"
        max={String(most)}
        step={String(STEP_MINUTES)}
        value={String(value)}
        ref={measured({ '--length': minutes / (minutes + most) })}
        onInput={(event) => onChoose(addMinutes(opening, Number(event.currentTarget.value)))}
      />
      {isHere && (
        <p class={busy.length === 0 ? 'slot-state' : 'slot-state slot-state-taken'}>
          {when}: {state}
        </p>
      )}
    </>
  );
}

export function DayPicture(props: DayPictureProps): JSX.Element {
  const { people, hours, workStart, workEnd, minutes } = props;
  const count = hours.last - hours.first;
  const marks = Array.from({ length: count }, (_, index) => hours.first + index);
  return (
    <div
      class="day-picture"
      ref={measured({
        '--hours': count,
        '--work-from': (workStart - hours.first) / count,
        '--work-to': (workEnd - hours.first) / count,
      })}
    >
      <div class="hour-marks" aria-hidden="true">
        {marks.map((hour) => (
          <span key={hour}>{formatHour(`${hours.day}T${String(hour).padStart(2, '0')}:00`)}</span>
        ))}
      </div>
      <ul class="tracks" aria-label={text.people}>
        {people.map((person) => (
          <li key={person.id}>
            <span class="track-name">{person.id}</span>
            <span class="hidden-label">: {spoken(person, hours)}</span>
            <Blocks person={person} hours={hours} />
          </li>
        ))}
      </ul>
      {minutes < count * 60 && <Slider {...props} />}
    </div>
  );
}
