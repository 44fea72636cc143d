/** The dialog that is open, if any. */
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { loadCode } from '../api/load-code.ts';
import { showError } from '../parts/toast.tsx';
import { words } from '../words/words.ts';
import type { CalendarEntry } from './data/api.ts';
import type { PlacedEvent } from './data/events.ts';
import { preferences } from './data/preferences.ts';
import { AddCalendar, CalendarDetails } from './dialogs/calendar-details.tsx';
import { Settings } from './dialogs/settings.tsx';
import { Sharing } from './dialogs/sharing.tsx';
import { titleOf } from './event/about.ts';
import { deleteWithUndo, saveEdit, saveNew, seriesLines } from './event/act.ts';
import { Details } from './event/details.tsx';
import { draftOf, type Draft } from './event/draft.ts';
import { Editor } from './event/editor.tsx';
import { download } from './files/download.ts';
import { ImportDialog } from './files/import-dialog.tsx';

export type OpenDialog =
  | { readonly kind: 'details'; readonly placed: PlacedEvent }
  | { readonly kind: 'edit'; readonly placed: PlacedEvent; readonly before: Draft }
  | { readonly kind: 'new'; readonly draft: Draft }
  | { readonly kind: 'sharing' | 'calendar'; readonly entry: CalendarEntry }
  | { readonly kind: 'settings' | 'add-calendar' | 'import' };

export interface CalendarDialogsProps {
  readonly open: OpenDialog | undefined;
  readonly onOpen: (next: OpenDialog | undefined) => void;
}

function EventDetails({
  placed,
  onOpen,
}: { readonly placed: PlacedEvent } & Pick<CalendarDialogsProps, 'onOpen'>): JSX.Element {
  const [recurrence, setRecurrence] = useState<readonly string[] | undefined>(placed.event.recurrence);
  const reading = useMemo(() => seriesLines(placed), [placed]);
  const isOpen = useRef(true);
  useEffect(() => {
    reading.then(setRecurrence, showError);
  }, [reading]);
  useEffect(() => () => void (isOpen.current = false), []);
  const close = (): void => onOpen(undefined);
  const { event, calendarId } = placed;
  const { zone } = preferences.get();
  // Without the rule of its series, an instance would be saved as one that does not repeat: those after it would be lost.
  const edit = (lines: readonly string[] | undefined): void => {
    if (isOpen.current) onOpen({ kind: 'edit', placed, before: draftOf(event, calendarId, zone, lines) });
  };
  return (
    <Details
      placed={placed}
      recurrence={recurrence}
      onClose={close}
      onEdit={() => void reading.then(edit, showError)}
      onDelete={() =>
        void deleteWithUndo(placed).then((isDone) => {
          if (isDone) close();
        })
      }
      onExport={() => {
        loadCode(() => import('./files/ics.ts')).then(({ fileOf }) => {
          const name = titleOf(placed);
          download(`${name}.ics`, fileOf([event], { name, zone }));
        }, showError);
      }}
    />
  );
}

export function CalendarDialogs({ open, onOpen }: CalendarDialogsProps): JSX.Element | null {
  const close = (): void => onOpen(undefined);
  const text = words.calendar;
  switch (open?.kind) {
    case 'details':
      return <EventDetails placed={open.placed} onOpen={onOpen} />;
    case 'edit': {
      const { placed, before } = open;
      return (
        <Editor
          title={text.edit}
          draft={before}
          onClose={close}
          onSave={(after) => saveEdit({ ...placed, before, after })}
        />
      );
    }
    case 'new':
      return <Editor title={text.newEvent} isNew draft={open.draft} onClose={close} onSave={saveNew} />;
    case 'sharing':
      return <Sharing entry={open.entry} onClose={close} />;
    case 'calendar':
      return <CalendarDetails entry={open.entry} onClose={close} />;
    case 'settings':
      return <Settings onClose={close} />;
    case 'add-calendar':
      return <AddCalendar onClose={close} />;
    case 'import':
      return <ImportDialog onClose={close} />;
    default:
      return null;
  }
}
