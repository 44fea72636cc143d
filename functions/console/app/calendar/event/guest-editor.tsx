/** Guests, what they may do, and a time at which they are free. */
import type { JSX } from 'preact';
import { AddField } from '../../parts/add-field.tsx';
import { Check } from '../../parts/check.tsx';
import { Tags } from '../../parts/tags.tsx';
import { words } from '../../words/words.ts';
import { FindTime } from '../find-time/find-time.tsx';
import { addMinutes, minutesBetween } from '../time/moments.ts';
import type { EditPartProps } from './edit-props.ts';

const text = words.calendar;
const ADDRESS = /^[^\s@,;]+@[^\s@,;]+$/;

export function GuestEditor({ draft, change }: EditPartProps): JSX.Element {
  const minutes = draft.isAllDay ? 60 : Math.max(15, minutesBetween(draft.start, draft.end));
  const add = (line: string): string | undefined => {
    const emails = line.split(/[\s,;]+/).filter((one) => one !== '');
    const wrong = emails.find((one) => !ADDRESS.test(one));
    if (wrong !== undefined) return text.noAddress(wrong);
    const known = new Set(draft.guests.map(({ email }) => email.toLowerCase()));
    const fresh = emails.filter((one) => !known.has(one.toLowerCase())).map((email) => ({ email }));
    if (fresh.length > 0) change({ guests: [...draft.guests, ...fresh] });
    return undefined;
  };
  return (
    <div class="guest-editor">
      <AddField label={text.guests} hint={text.guestsHint} inputMode="email" onAdd={add} />
      <Tags
        tags={draft.guests.map(({ email, name, response }) => ({
          key: email,
          text: (
            <span>
              {name ?? email}
              {response !== undefined && response !== 'needsAction' && (
                <span class="muted"> · {text.responses[response]}</span>
              )}
            </span>
          ),
          removeLabel: text.removeGuest(email),
          remove: () => change({ guests: draft.guests.filter((guest) => guest.email !== email) }),
        }))}
      />
      {draft.guests.length > 0 && (
        <div class="row">
          {(
            [
              ['guestsCanModify', text.guestsCanModify],
              ['guestsCanInvite', text.guestsCanInvite],
              ['guestsSeeEachOther', text.guestsSeeEachOther],
            ] as const
          ).map(([name, label]) => (
            <Check
              key={name}
              label={label}
              isChecked={draft[name]}
              onChange={(isChecked) => change({ [name]: isChecked })}
            />
          ))}
        </div>
      )}
      {draft.guests.length > 0 && (
        <FindTime
          people={[...new Set([draft.calendarId, ...draft.guests.map(({ email }) => email)])]}
          start={draft.start}
          minutes={minutes}
          zone={draft.timeZone}
          onChoose={(start) => change({ isAllDay: false, start, end: addMinutes(start, minutes) })}
        />
      )}
    </div>
  );
}
