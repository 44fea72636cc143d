/** A time for everybody: the first ones at which all are free, and a picture of each day. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { words } from '../../words/words.ts';
import { preferences } from '../data/preferences.ts';
import { formatDay, formatShortDay, formatTime } from '../time/format.ts';
import { addDays, addMinutes, daysBetween, nowIn } from '../time/moments.ts';
import { allFree, DayPicture } from './day-picture.tsx';
import { findTimes } from './find-times.ts';
import { loadFreeBusy, type PersonBusy } from './free-busy.ts';

const text = words.calendar.findTimes;
const DAYS_AHEAD = 14;
const MAX_PROPOSED = 6;
/** Before and after working hours, for those who have to. */
const HOURS_BESIDE = 2;

export interface FindTimeProps {
  /** Ids of calendars; that of a person is their address. */
  readonly people: readonly string[];
  readonly start: string;
  readonly minutes: number;
  readonly zone: string;
  readonly onChoose: (start: string) => void;
}

function Proposed({
  people,
  window,
  props,
}: {
  readonly people: readonly PersonBusy[];
  readonly window: string;
  readonly props: FindTimeProps;
}): JSX.Element {
  const { workStart, workEnd } = preferences.get();
  const { start, minutes, zone, onChoose } = props;
  const now = nowIn(zone).toString({ smallestUnit: 'minute' });
  const times = findTimes({
    from: `${window}T00:00` > now ? `${window}T00:00` : now,
    days: DAYS_AHEAD,
    minutes,
    zone,
    workStart,
    workEnd,
    busy: people.flatMap(({ busy = [] }) => busy),
    most: MAX_PROPOSED,
  });
  const unknown = people.filter(({ busy }) => busy === undefined).map(({ id }) => id);
  return (
    <>
      {unknown.length > 0 && <p class="muted">{text.unknownCalendars(unknown.join(', '))}</p>}
      {times.length === 0 ? (
        <p>{text.none}</p>
      ) : (
        <div class="row proposed" role="group" aria-label={allFree(people)}>
          {times.map((wall) => (
            <button
              key={wall}
              type="button"
              class="button"
              aria-pressed={wall === start}
              onClick={() => onChoose(wall)}
            >
              {formatShortDay(wall)}, {formatTime(wall)}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

function Day({ people, props }: { readonly people: readonly PersonBusy[]; readonly props: FindTimeProps }) {
  const { workStart, workEnd } = preferences.get();
  const { start, minutes, zone, onChoose } = props;
  const day = start.slice(0, 10);
  const [from, to] = [Number(start.slice(11, 13)), Number(addMinutes(start, minutes + 59).slice(11, 13))];
  const first = Math.min(Math.max(0, workStart - HOURS_BESIDE), from);
  const last = Math.max(Math.min(24, workEnd + HOURS_BESIDE), to <= from ? 24 : to);
  const go = (days: number): void => onChoose(`${addDays(day, days)}${start.slice(10)}`);
  return (
    <>
      <div class="picture-head">
        <button type="button" class="icon-button" aria-label={words.calendar.previous.day} onClick={() => go(-1)}>
          <Icon name="back" />
        </button>
        <strong aria-live="polite">{formatDay(day)}</strong>
        <button type="button" class="icon-button" aria-label={words.calendar.next.day} onClick={() => go(1)}>
          <Icon name="forward" />
        </button>
      </div>
      <DayPicture
        people={people}
        hours={{ day, zone, first, last }}
        workStart={workStart}
        workEnd={workEnd}
        start={start}
        minutes={minutes}
        onChoose={onChoose}
      />
    </>
  );
}

function Picture(props: FindTimeProps): JSX.Element {
  const { people, start, zone } = props;
  const day = start.slice(0, 10);
  const [window, setWindow] = useState(day);
  const ahead = daysBetween(window, day);
  if (ahead < 0 || ahead >= DAYS_AHEAD) setWindow(day);
  const { value, error, reload } = useLoad(
    (signal) => loadFreeBusy(people, { day: window, zone, days: DAYS_AHEAD }, signal),
    [people.join(' '), window, zone],
  );
  if (error !== undefined) return <LoadFailed error={error} retry={reload} />;
  if (value === undefined) return <p class="muted">{words.common.loading}</p>;
  return (
    <div class="found-times" role="group" aria-label={text.title}>
      <Proposed people={value} window={window} props={props} />
      <Day people={value} props={props} />
    </div>
  );
}

export function FindTime(props: FindTimeProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="find-time">
      <button type="button" class="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {text.title}
      </button>
      {isOpen && <Picture {...props} />}
    </div>
  );
}
