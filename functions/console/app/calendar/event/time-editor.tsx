import type { JSX } from 'preact';
import { Check } from '../../parts/check.tsx';
import { InputField } from '../../parts/input-field.tsx';
import { words } from '../../words/words.ts';
import { addDays, addMinutes, daysBetween, isZone, minutesBetween } from '../time/moments.ts';
import { useZoneNames } from '../time/use-zone-names.tsx';
import type { EditPartProps } from './edit-props.ts';
import { canBeAllDay } from './status-draft.ts';

const text = words.calendar;

interface MomentProps {
  readonly label: string;
  readonly wall: string;
  readonly isAllDay: boolean;
  /** The day is that of another moment. */
  readonly hasNoDay?: boolean;
  readonly error?: string | undefined;
  readonly onChange: (wall: string) => void;
}

function Moment({ label, wall, isAllDay, hasNoDay = false, error, onChange }: MomentProps): JSX.Element {
  const [date, time] = [wall.slice(0, 10), wall.slice(11, 16)];
  return (
    <div class="row moment">
      {!hasNoDay && (
        <InputField
          label={`${label}: ${text.day}`}
          error={error}
          type="date"
          required
          value={date}
          onChange={(event) => {
            if (event.currentTarget.value !== '') onChange(`${event.currentTarget.value}T${time}`);
          }}
        />
      )}
      {!isAllDay && (
        <InputField
          label={`${label}: ${text.time}`}
          error={hasNoDay ? error : undefined}
          type="time"
          required
          value={time}
          onChange={(event) => {
            if (event.currentTarget.value !== '') onChange(`${date}T${event.currentTarget.value}`);
          }}
        />
      )}
    </div>
  );
}

/** When the start moves, the end moves along. */
export function TimeEditor({
  draft,
  change,
  error,
}: EditPartProps & { readonly error?: string | undefined }): JSX.Element {
  const { start, end, isAllDay, timeZone } = draft;
  /** Where somebody works is said of one day at a time. */
  const isOneDay = draft.kind === 'workingLocation';
  const zones = useZoneNames();
  const moveStart = (wall: string): void =>
    change({
      start: wall,
      end: isAllDay
        ? `${addDays(wall.slice(0, 10), daysBetween(start.slice(0, 10), end.slice(0, 10)))}T00:00`
        : addMinutes(wall, minutesBetween(start, end)),
    });
  const setAllDay = (next: boolean): void =>
    change(
      next
        ? { isAllDay: true, start: `${start.slice(0, 10)}T00:00`, end: `${end.slice(0, 10)}T00:00` }
        : { isAllDay: false, start: `${start.slice(0, 10)}T09:00`, end: `${end.slice(0, 10)}T10:00` },
    );
  return (
    <div class="times">
      <Moment label={text.start} wall={start} isAllDay={isAllDay} onChange={moveStart} />
      {!(isOneDay && isAllDay) && (
        <Moment
          label={text.end}
          wall={end}
          isAllDay={isAllDay}
          hasNoDay={isOneDay}
          error={error}
          onChange={(wall) => change({ end: wall })}
        />
      )}
      {canBeAllDay(draft) && <Check label={text.allDay} isChecked={isAllDay} onChange={setAllDay} />}
      {!isAllDay && (
        <InputField
          label={text.zone}
          {...zones.input}
          value={timeZone}
          onChange={(event) => {
            if (isZone(event.currentTarget.value)) change({ timeZone: event.currentTarget.value });
            else event.currentTarget.value = timeZone;
          }}
        />
      )}
      {zones.list}
    </div>
  );
}
