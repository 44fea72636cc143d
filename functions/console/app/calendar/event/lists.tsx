/** Reminders and attachments: rows that are added and taken away. */
import type { JSX } from 'preact';
import { AddField } from '../../parts/add-field.tsx';
import { Check } from '../../parts/check.tsx';
import { Icon } from '../../parts/icon.tsx';
import { InputField } from '../../parts/input-field.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { Tags } from '../../parts/tags.tsx';
import { words } from '../../words/words.ts';
import type { Reminder } from './draft.ts';
import type { EditPartProps } from './edit-props.ts';
import { safeLink } from './safe-text.ts';

const text = words.calendar;
const MAX_REMINDERS = 5;

export function ReminderList({ draft, change }: EditPartProps): JSX.Element {
  const { reminders } = draft;
  const list = reminders ?? [];
  const set = (index: number, next: Partial<Reminder>): void =>
    change({ reminders: list.map((one, at) => (at === index ? { ...one, ...next } : one)) });
  return (
    <fieldset class="reminders">
      <legend>{text.reminders}</legend>
      <Check
        label={text.defaultReminders}
        isChecked={reminders === undefined}
        onChange={(isChecked) => change({ reminders: isChecked ? undefined : [] })}
      />
      {list.map(({ method, minutes }, index) => (
        <div key={index} class="row">
          <SelectField
            label={text.reminderMethod}
            isLabelHidden
            value={method}
            options={[
              ['popup', text.reminderMethods.popup],
              ['email', text.reminderMethods.email],
            ]}
            onChange={(value) => set(index, { method: value })}
          />
          <InputField
            label={text.minutesBefore}
            isLabelHidden
            type="number"
            min="0"
            max="40320"
            value={String(minutes)}
            onInput={(event) => set(index, { minutes: Math.max(0, Number(event.currentTarget.value) || 0) })}
          />
          <span>{text.minutesBefore}</span>
          <button
            type="button"
            class="icon-button"
            aria-label={text.removeReminder}
            onClick={() => change({ reminders: list.filter((_one, at) => at !== index) })}
          >
            <Icon name="close" size={16} />
          </button>
        </div>
      ))}
      {reminders !== undefined && list.length < MAX_REMINDERS && (
        <button
          type="button"
          class="button button-quiet"
          onClick={() => change({ reminders: [...list, { method: 'popup', minutes: 10 }] })}
        >
          <Icon name="add" size={18} /> {text.addReminder}
        </button>
      )}
    </fieldset>
  );
}

export function FileList({ draft, change }: EditPartProps): JSX.Element {
  const add = (fileUrl: string): string | undefined => {
    if (safeLink(fileUrl) === undefined) return text.noLink;
    const title = decodeURIComponent(fileUrl.split('/').at(-1) ?? '');
    change({ attachments: [...draft.attachments, { fileUrl, title }] });
    return undefined;
  };
  return (
    <div>
      <AddField label={text.attachments} hint={text.attachmentsHint} type="url" onAdd={add} />
      <Tags
        tags={draft.attachments.map(({ fileUrl, title }) => ({
          key: fileUrl,
          text: title === '' ? fileUrl : title,
          removeLabel: text.removeFile(title),
          remove: () => change({ attachments: draft.attachments.filter((one) => one.fileUrl !== fileUrl) }),
        }))}
      />
    </div>
  );
}
