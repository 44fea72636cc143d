/** Everything of an event that can be changed. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { InputField } from '../../parts/input-field.tsx';
import { useStore } from '../../state/store.ts';
import { words } from '../../words/words.ts';
import { calendarName, writableCalendars } from '../data/calendars.ts';
import { eventPalette } from '../data/palette.ts';
import { RecurrenceEditor } from '../recurrence/recurrence-editor.tsx';
import type { Draft } from './draft.ts';
import type { EditPartProps } from './edit-props.ts';
import { GuestEditor } from './guest-editor.tsx';
import { FileList, ReminderList } from './lists.tsx';
import { TimeEditor } from './time-editor.tsx';

const text = words.calendar;

export interface EditorProps {
  readonly title: string;
  readonly draft: Draft;
  /** Resolves with true when it can be closed. */
  readonly onSave: (draft: Draft) => Promise<boolean>;
  readonly onClose: () => void;
}

function TextFields({ draft, change }: EditPartProps): JSX.Element {
  return (
    <>
      <InputField
        label={text.location}
        value={draft.location}
        onInput={(event) => change({ location: event.currentTarget.value })}
      />
      <Field label={text.description}>
        {(props) => (
          <textarea
            {...props}
            class="input"
            rows={3}
            value={draft.description}
            onInput={(event) => change({ description: event.currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}

function Colours({ draft, change }: EditPartProps): JSX.Element {
  const palette = useStore(eventPalette);
  return (
    <fieldset class="colours">
      <legend>{text.colour}</legend>
      {['', ...Object.keys(palette)].map((id) => (
        <label key={id} class="colour" title={id === '' ? text.calendarColour : (text.colours[Number(id) - 1] ?? id)}>
          <input
            type="radio"
            name="colour"
            checked={draft.colorId === id}
            onChange={() => change({ colorId: id })}
            ref={(element) => element?.style.setProperty('--swatch', palette[id] ?? 'transparent')}
          />
          <span class="hidden-label">{id === '' ? text.calendarColour : (text.colours[Number(id) - 1] ?? id)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Choices({ draft, change }: EditPartProps): JSX.Element {
  return (
    <div class="row">
      <div class="grow">
        <Field label={text.calendar}>
          {(props) => (
            <select
              {...props}
              class="input"
              value={draft.calendarId}
              onChange={(event) => change({ calendarId: event.currentTarget.value })}
            >
              {writableCalendars().map((entry) => (
                <option key={entry.id} value={entry.id}>
                  {calendarName(entry)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <div class="grow">
        <Field label={text.visibility}>
          {(props) => (
            <select
              {...props}
              class="input"
              value={draft.visibility}
              onChange={(event) => change({ visibility: event.currentTarget.value })}
            >
              {(['default', 'public', 'private'] as const).map((name) => (
                <option key={name} value={name}>
                  {text.visibilities[name]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <div class="grow">
        <Field label={text.showAs}>
          {(props) => (
            <select
              {...props}
              class="input"
              value={draft.isFree ? 'free' : 'busy'}
              onChange={(event) => change({ isFree: event.currentTarget.value === 'free' })}
            >
              <option value="busy">{text.busy}</option>
              <option value="free">{text.free}</option>
            </select>
          )}
        </Field>
      </div>
    </div>
  );
}

const Conference = ({ draft, change }: EditPartProps): JSX.Element => (
  <div class="row">
    <label class="check">
      <input
        type="checkbox"
        checked={draft.conference !== ''}
        onChange={(event) => change({ conference: event.currentTarget.checked ? 'new' : '' })}
      />
      {text.conference}
    </label>
    {draft.conference !== '' && draft.conference !== 'new' && <span class="muted">{draft.conference}</span>}
  </div>
);

export function Editor({ title, draft: first, onSave, onClose }: EditorProps): JSX.Element {
  const [draft, setDraft] = useState(first);
  const [isSaving, setSaving] = useState(false);
  const change: EditPartProps['change'] = (changed) => setDraft((now) => ({ ...now, ...changed }));
  const isBackwards = draft.end < draft.start;
  const save = (): void => {
    if (isBackwards || isSaving) return;
    setSaving(true);
    void onSave(draft)
      .then((isDone) => {
        if (isDone) onClose();
      })
      .finally(() => setSaving(false));
  };
  return (
    <Dialog
      title={title}
      size="large"
      onClose={onClose}
      onSubmit={save}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            {words.common.cancel}
          </button>
          <button type="submit" class="button button-main" disabled={isSaving}>
            {words.common.save}
          </button>
        </>
      }
    >
      <Field label={text.summary}>
        {(props) => (
          <input
            {...props}
            class="input input-title"
            autofocus
            value={draft.summary}
            onInput={(event) => change({ summary: event.currentTarget.value })}
          />
        )}
      </Field>
      <TimeEditor draft={draft} change={change} error={isBackwards ? text.endsBefore : undefined} />
      <RecurrenceEditor
        start={draft.start.slice(0, 10)}
        value={draft.recurrence}
        onChange={(recurrence) => change({ recurrence })}
      />
      <GuestEditor draft={draft} change={change} />
      <TextFields draft={draft} change={change} />
      <Choices draft={draft} change={change} />
      <Colours draft={draft} change={change} />
      <Conference draft={draft} change={change} />
      <ReminderList draft={draft} change={change} />
      <FileList draft={draft} change={change} />
    </Dialog>
  );
}
