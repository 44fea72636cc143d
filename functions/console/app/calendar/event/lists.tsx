/** Reminders and attachments: rows that are added and taken away. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { InputField } from '../../parts/input-field.tsx';
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
      <label class="check">
        <input
          type="checkbox"
          checked={reminders === undefined}
          onChange={(event) => change({ reminders: event.currentTarget.checked ? undefined : [] })}
        />
        {text.defaultReminders}
      </label>
      {list.map(({ method, minutes }, index) => (
        <div key={index} class="row">
          <Field label={text.reminderMethod} isLabelHidden>
            {(props) => (
              <select
                {...props}
                class="input"
                value={method}
                onChange={(event) => set(index, { method: event.currentTarget.value })}
              >
                <option value="popup">{text.reminderMethods.popup}</option>
                <option value="email">{text.reminderMethods.email}</option>
              </select>
            )}
          </Field>
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
  const [url, setUrl] = useState('');
  const [error, setError] = useState<string>();
  const add = (): void => {
    if (url === '') return;
    const isFine = safeLink(url) !== undefined;
    setError(isFine ? undefined : text.noLink);
    if (!isFine) return;
    setUrl('');
    change({
      attachments: [...draft.attachments, { fileUrl: url, title: decodeURIComponent(url.split('/').at(-1) ?? '') }],
    });
  };
  return (
    <div>
      <InputField
        label={text.attachments}
        hint={text.attachmentsHint}
        error={error}
        type="url"
        value={url}
        onInput={(event) => setUrl(event.currentTarget.value)}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || url === '') return;
          event.preventDefault();
          add();
        }}
      />
      {draft.attachments.length > 0 && (
        <ul class="tags">
          {draft.attachments.map(({ fileUrl, title }) => (
            <li key={fileUrl} class="tag">
              {title === '' ? fileUrl : title}
              <button
                type="button"
                class="tag-remove"
                aria-label={text.removeFile(title)}
                onClick={() => change({ attachments: draft.attachments.filter((one) => one.fileUrl !== fileUrl) })}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
