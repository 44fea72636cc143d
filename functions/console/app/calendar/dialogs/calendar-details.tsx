/** One calendar: its name and colour, and ways to be rid of it. Without an entry, a new one. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { InputField } from '../../parts/input-field.tsx';
import { showError } from '../../parts/toast.tsx';
import { useStore } from '../../state/store.ts';
import { words } from '../../words/words.ts';
import {
  addEntry,
  deleteCalendar,
  insertCalendar,
  patchCalendar,
  removeEntry,
  type CalendarEntry,
} from '../data/api.ts';
import { calendarName, changeEntry, isOwned, loadCalendars } from '../data/calendars.ts';
import { calendarPalette } from '../data/palette.ts';
import { preferences } from '../data/preferences.ts';
import { isWanted } from './questions.tsx';

const text = words.calendar;

export interface CalendarDetailsProps {
  readonly entry: CalendarEntry;
  readonly onClose: () => void;
}

async function remove(entry: CalendarEntry): Promise<boolean> {
  const id = entry.id ?? '';
  const isOwn = isOwned(entry);
  const title = isOwn ? text.deleteCalendar : text.leaveCalendar;
  if (!(await isWanted(title, isOwn ? text.deleteCalendarText : text.leaveCalendarText))) return false;
  await (isOwn ? deleteCalendar(id) : removeEntry(id));
  await loadCalendars();
  return true;
}

export function CalendarDetails({ entry, onClose }: CalendarDetailsProps): JSX.Element {
  const [name, setName] = useState(calendarName(entry));
  const [description, setDescription] = useState(entry.description ?? '');
  const [colorId, setColorId] = useState(entry.colorId ?? '');
  const palette = useStore(calendarPalette);
  const isOwn = isOwned(entry);
  const save = async (): Promise<void> => {
    if (isOwn && (name !== entry.summary || description !== (entry.description ?? '')))
      await patchCalendar(entry.id ?? '', { summary: name, description });
    else if (name !== calendarName(entry)) await changeEntry(entry, { summaryOverride: name });
    if (colorId !== (entry.colorId ?? '')) await changeEntry(entry, { colorId });
    await loadCalendars();
    onClose();
  };
  return (
    <Dialog
      title={calendarName(entry)}
      onClose={onClose}
      onSubmit={() => void save().catch(showError)}
      foot={
        <>
          {entry.primary !== true && (
            <button
              type="button"
              class="button button-danger foot-start"
              onClick={() =>
                void remove(entry).then((isDone) => {
                  if (isDone) onClose();
                }, showError)
              }
            >
              {isOwn ? text.deleteCalendar : text.leaveCalendar}
            </button>
          )}
          <button type="submit" class="button button-main">
            {words.common.save}
          </button>
        </>
      }
    >
      <InputField label={text.calendarTitle} value={name} onInput={(event) => setName(event.currentTarget.value)} />
      {isOwn && (
        <Field label={text.description}>
          {(props) => (
            <textarea
              {...props}
              class="input"
              value={description}
              onInput={(event) => setDescription(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      <fieldset class="colours">
        <legend>{text.colour}</legend>
        {Object.entries(palette).map(([id, color]) => (
          <label key={id} class="colour">
            <input
              type="radio"
              name="calendar-colour"
              checked={colorId === id}
              onChange={() => setColorId(id)}
              ref={(element) => element?.style.setProperty('--swatch', color)}
            />
            <span class="hidden-label">{text.colourNumber(Number(id))}</span>
          </label>
        ))}
      </fieldset>
      <p class="muted">
        {text.calendarId}: <code>{entry.id}</code>
      </p>
    </Dialog>
  );
}

/** A new calendar, or one of somebody else by its id. */
export function AddCalendar({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const [name, setName] = useState('');
  const [id, setId] = useState('');
  const add = async (): Promise<void> => {
    if (name.trim() !== '') await insertCalendar({ summary: name.trim(), timeZone: preferences.get().zone });
    if (id.trim() !== '') await addEntry(id.trim());
    await loadCalendars();
    onClose();
  };
  return (
    <Dialog
      title={text.addCalendar}
      size="small"
      onClose={onClose}
      onSubmit={() => void add().catch(showError)}
      foot={
        <button type="submit" class="button button-main" disabled={name.trim() === '' && id.trim() === ''}>
          {text.add}
        </button>
      }
    >
      <InputField label={text.newCalendarName} value={name} onInput={(event) => setName(event.currentTarget.value)} />
      <InputField
        label={text.subscribeTo}
        hint={text.subscribeHint}
        value={id}
        onInput={(event) => setId(event.currentTarget.value)}
      />
    </Dialog>
  );
}
