import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { InputField } from '../../parts/input-field.tsx';
import { offerUndo, showError } from '../../parts/toast.tsx';
import { words } from '../../words/words.ts';
import { deleteEvent, quickAdd } from '../data/api.ts';
import { refresh } from '../data/events.ts';
import { preferences } from '../data/preferences.ts';
import { formatWhen } from '../time/format.ts';

const text = words.calendar;

/** An event from one line: "Lunch with Bob tomorrow 12:30". */
export function QuickAdd(): JSX.Element {
  const [line, setLine] = useState('');
  const add = async (): Promise<void> => {
    const event = await quickAdd('primary', line);
    const calendarId = event.organizer?.email ?? 'primary';
    setLine('');
    refresh();
    const { summary = '' } = event;
    offerUndo(text.quickAdded(summary, formatWhen(event, preferences.get().zone)), async () => {
      await deleteEvent(calendarId, event.id ?? '');
      refresh();
    });
  };
  return (
    <form
      class="quick-add"
      onSubmit={(event) => {
        event.preventDefault();
        if (line.trim() !== '') void add().catch(showError);
      }}
    >
      <InputField
        label={text.quickAdd}
        isLabelHidden
        value={line}
        placeholder={text.quickAddExample}
        autocomplete="off"
        onInput={(event) => setLine(event.currentTarget.value)}
      />
    </form>
  );
}
