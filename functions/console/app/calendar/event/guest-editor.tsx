/** Guests, what they may do, and a time at which they are free. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { InputField } from '../../parts/input-field.tsx';
import { showError } from '../../parts/toast.tsx';
import { words } from '../../words/words.ts';
import { queryFreeBusy } from '../data/api.ts';
import { preferences } from '../data/preferences.ts';
import { formatShortDay, formatTime } from '../time/format.ts';
import { addDays, addMinutes, instantOf, minutesBetween, nowIn } from '../time/moments.ts';
import type { Draft } from './draft.ts';
import type { EditPartProps } from './edit-props.ts';
import { findTimes } from './find-time.ts';

const text = words.calendar;
const ADDRESS = /^[^\s@,;]+@[^\s@,;]+$/;
const DAYS_AHEAD = 14;
const MAX_PROPOSED = 6;

interface Proposed {
  readonly times: readonly string[];
  /** Guests whose calendars cannot be seen. */
  readonly unknown: readonly string[];
}

async function propose(draft: Draft): Promise<Proposed> {
  const { workStart, workEnd } = preferences.get();
  const { timeZone, start, end, guests, calendarId } = draft;
  const now = nowIn(timeZone).toString({ smallestUnit: 'minute' });
  const from = `${start.slice(0, 10)}T00:00` > now ? `${start.slice(0, 10)}T00:00` : now;
  const ids = [calendarId, ...guests.map(({ email }) => email)];
  const { calendars = {} } = await queryFreeBusy({
    timeMin: instantOf(from, timeZone).toString(),
    timeMax: instantOf(`${addDays(from.slice(0, 10), DAYS_AHEAD)}T00:00`, timeZone).toString(),
    items: [...new Set(ids)].map((id) => ({ id })),
  });
  const answers = Object.entries(calendars);
  return {
    times: findTimes({
      from,
      days: DAYS_AHEAD,
      minutes: draft.isAllDay ? 60 : Math.max(15, minutesBetween(start, end)),
      zone: timeZone,
      workStart,
      workEnd,
      busy: answers.flatMap(([, { busy = [] }]) => busy),
      most: MAX_PROPOSED,
    }),
    unknown: answers.filter(([, { errors = [] }]) => errors.length > 0).map(([id]) => id),
  };
}

function FindTime({ draft, change }: EditPartProps): JSX.Element {
  const [proposed, setProposed] = useState<Proposed>();
  const minutes = minutesBetween(draft.start, draft.end);
  return (
    <div class="find-time">
      <button type="button" class="button" onClick={() => void propose(draft).then(setProposed, showError)}>
        {text.findTime}
      </button>
      {proposed !== undefined && (
        <div role="group" aria-label={text.findTime}>
          {proposed.unknown.length > 0 && <p class="muted">{text.unknownCalendars(proposed.unknown.join(', '))}</p>}
          {proposed.times.length === 0 && <p>{text.noTime}</p>}
          <div class="row">
            {proposed.times.map((wall) => (
              <button
                key={wall}
                type="button"
                class="button"
                onClick={() =>
                  change({ isAllDay: false, start: wall, end: addMinutes(wall, draft.isAllDay ? 60 : minutes) })
                }
              >
                {formatShortDay(wall)}, {formatTime(wall)}
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

export function GuestEditor({ draft, change }: EditPartProps): JSX.Element {
  const [line, setLine] = useState('');
  const [error, setError] = useState<string>();
  const add = (): void => {
    const emails = line.split(/[\s,;]+/).filter((one) => one !== '');
    const wrong = emails.find((one) => !ADDRESS.test(one));
    if (wrong !== undefined) {
      setError(text.noAddress(wrong));
      return;
    }
    const known = new Set(draft.guests.map(({ email }) => email.toLowerCase()));
    const fresh = emails.filter((one) => !known.has(one.toLowerCase())).map((email) => ({ email }));
    setLine('');
    setError(undefined);
    if (fresh.length > 0) change({ guests: [...draft.guests, ...fresh] });
  };
  return (
    <div class="guest-editor">
      <InputField
        label={text.guests}
        hint={text.guestsHint}
        error={error}
        type="text"
        inputMode="email"
        value={line}
        onInput={(event) => setLine(event.currentTarget.value)}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || line === '') return;
          event.preventDefault();
          add();
        }}
      />
      {draft.guests.length > 0 && (
        <ul class="tags">
          {draft.guests.map(({ email, name, response }) => (
            <li key={email} class="tag">
              {name ?? email}
              {response !== undefined && response !== 'needsAction' && (
                <span class="muted"> · {text.responses[response]}</span>
              )}
              <button
                type="button"
                class="tag-remove"
                aria-label={text.removeGuest(email)}
                onClick={() => change({ guests: draft.guests.filter((guest) => guest.email !== email) })}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {draft.guests.length > 0 && (
        <div class="row">
          {(
            [
              ['guestsCanModify', text.guestsCanModify],
              ['guestsCanInvite', text.guestsCanInvite],
              ['guestsSeeEachOther', text.guestsSeeEachOther],
            ] as const
          ).map(([name, label]) => (
            <label key={name} class="check">
              <input
                type="checkbox"
                checked={draft[name]}
                onChange={(event) => change({ [name]: event.currentTarget.checked })}
              />
              {label}
            </label>
          ))}
        </div>
      )}
      {draft.guests.length > 0 && <FindTime draft={draft} change={change} />}
    </div>
  );
}
