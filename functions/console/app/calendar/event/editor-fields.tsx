/** The parts of an event beside its title and its times: those of an ordinary one, and those of the other kinds. */
import type { JSX } from 'preact';
import { Check } from '../../parts/check.tsx';
import { Field } from '../../parts/field.tsx';
import { InputField } from '../../parts/input-field.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { useStore } from '../../state/store.ts';
import { words } from '../../words/words.ts';
import { writableOptions } from '../data/calendars.ts';
import { eventPalette } from '../data/palette.ts';
import type { EditPartProps } from './edit-props.ts';
import { GuestEditor } from './guest-editor.tsx';
import { FileList, ReminderList } from './lists.tsx';
import { StatusEditor } from './status-editor.tsx';

const text = words.calendar;

const Description = ({ draft, change }: EditPartProps): JSX.Element => (
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
);

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

const Visibility = ({ draft, change }: EditPartProps): JSX.Element => (
  <SelectField
    label={text.visibility}
    value={draft.visibility}
    options={(['default', 'public', 'private'] as const).map((name) => [name, text.visibilities[name]])}
    onChange={(visibility) => change({ visibility })}
  />
);

const Choices = ({ draft, change }: EditPartProps): JSX.Element => (
  <div class="columns">
    <SelectField
      label={text.calendar}
      value={draft.calendarId}
      options={writableOptions()}
      onChange={(calendarId) => change({ calendarId })}
    />
    <Visibility draft={draft} change={change} />
    <SelectField
      label={text.showAs}
      value={draft.isFree ? 'free' : 'busy'}
      options={[
        ['busy', text.busy],
        ['free', text.free],
      ]}
      onChange={(value) => change({ isFree: value === 'free' })}
    />
  </div>
);

const Conference = ({ draft, change }: EditPartProps): JSX.Element => (
  <div class="row">
    <Check
      label={text.conference}
      isChecked={draft.conference !== ''}
      onChange={(isChecked) => change({ conference: isChecked ? 'new' : '' })}
    />
    {draft.conference !== '' && draft.conference !== 'new' && <span class="muted">{draft.conference}</span>}
  </div>
);

/** What an ordinary event has, between its times and its reminders. */
export const EventFields = ({ draft, change }: EditPartProps): JSX.Element => (
  <>
    <GuestEditor draft={draft} change={change} />
    <InputField
      label={text.location}
      value={draft.location}
      onInput={(event) => change({ location: event.currentTarget.value })}
    />
    <Description draft={draft} change={change} />
    <Choices draft={draft} change={change} />
    <Colours draft={draft} change={change} />
    <Conference draft={draft} change={change} />
    <ReminderList draft={draft} change={change} />
    <FileList draft={draft} change={change} />
  </>
);

/** What focus time, absence and working location have there. */
export const StatusFields = ({ draft, change }: EditPartProps): JSX.Element => (
  <>
    <StatusEditor draft={draft} change={change} />
    {draft.kind === 'focusTime' && <Description draft={draft} change={change} />}
    {draft.kind !== 'workingLocation' && (
      <div class="columns">
        <Visibility draft={draft} change={change} />
      </div>
    )}
    <Colours draft={draft} change={change} />
    {draft.kind !== 'workingLocation' && <ReminderList draft={draft} change={change} />}
  </>
);
