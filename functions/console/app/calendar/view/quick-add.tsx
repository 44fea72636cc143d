import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { loadCode } from '../../api/load-code.ts';
import { InputField } from '../../parts/input-field.tsx';
import { offerUndo, showError } from '../../parts/toast.tsx';
import { words } from '../../words/words.ts';
import { deleteEvent, insertEvent } from '../data/api.ts';
import { refresh } from '../data/events.ts';
import { preferences } from '../data/preferences.ts';
import { formatWhen } from '../time/format.ts';

const text = words.calendar;

/** The code by which the service reads such lines; loaded when somebody is about to write one. */
const loadReader = () => loadCode(() => import('#lib/calendar/events/quick-add/quick-add-draft'));

/**
 * An event from one line: "Lunch with Bob tomorrow 12:30". It is read here, in the zone that is shown: the service would
 * take that of the calendar.
 */
export function QuickAdd(): JSX.Element {
  const [line, setLine] = useState('');
  const add = async (): Promise<void> => {
    const { quickAddDraft } = await loadReader();
    const { zone, eventLength, dateFieldOrder } = preferences.get();
    const draft = quickAddDraft(line, { timeZone: zone, dateFieldOrder, eventLength }, new Date());
    const event = await insertEvent('primary', draft);
    const calendarId = event.organizer?.email ?? 'primary';
    setLine('');
    refresh();
    const { summary = '' } = event;
    offerUndo(text.quickAdded(summary, formatWhen(event, zone)), async () => {
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
        onFocus={() => void loadReader().catch(() => undefined)}
        onInput={(event) => setLine(event.currentTarget.value)}
      />
    </form>
  );
}
