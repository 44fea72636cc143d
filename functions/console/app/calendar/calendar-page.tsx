/** The calendar: its views, and the dialogs that open from them. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadCode } from '../api/load-code.ts';
import { Message } from '../parts/message.tsx';
import { showError } from '../parts/toast.tsx';
import { navigate, type Route } from '../route/route.ts';
import { useStore } from '../state/store.ts';
import { explain } from '../words/explain.ts';
import { words } from '../words/words.ts';
import { listSettings } from './data/api.ts';
import { calendarName, loadCalendars } from './data/calendars.ts';
import { followChanges } from './data/live.ts';
import { loadPalette } from './data/palette.ts';
import { applyAccountSettings, choose, preferences, VIEWS, type ViewName } from './data/preferences.ts';
import { CalendarDialogs, type OpenDialog } from './dialogs.tsx';
import { Questions } from './dialogs/questions.tsx';
import { download } from './files/download.ts';
import { startNew } from './new-event.ts';
import { openByLink } from './open-by-link.ts';
import { todayIn } from './time/moments.ts';
import { CalendarView } from './view/calendar-view.tsx';
import { useShortcuts } from './view/shortcuts.ts';
import { Sidebar } from './view/sidebar.tsx';
import { Toolbar } from './view/toolbar.tsx';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

interface Readiness {
  readonly isReady: boolean;
  readonly failure: unknown;
  readonly retry: () => void;
}

/** Settings, colours and calendars, before anything is drawn. */
function useCalendars(): Readiness {
  const [isReady, setReady] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    setFailure(undefined);
    Promise.all([listSettings().then(applyAccountSettings), loadPalette(), loadCalendars()]).then(
      () => setReady(true),
      setFailure,
    );
  }, [tries]);
  useEffect(() => (isReady ? followChanges() : undefined), [isReady]);
  return { isReady, failure, retry: () => setTries(tries + 1) };
}

export function Page({ route }: { readonly route: Route }): JSX.Element {
  const [dialog, setDialog] = useState<OpenDialog>();
  const [isSidebarOpen, setSidebarOpen] = useState(false);
  const now = useStore(preferences);
  const today = todayIn(now.zone);

  const asked = VIEWS.find((name) => name === route.rest);
  const view: ViewName = asked ?? now.view;
  const day = route.query.get('date') ?? '';
  const date = DAY.test(day) ? day : today;
  const { isReady, failure, retry } = useCalendars();
  const show = (nextView: ViewName, nextDate: string): void => {
    choose({ view: nextView });
    navigate(`calendar/${nextView}`, { date: nextDate === today ? undefined : nextDate });
  };

  const eid = route.query.get('eid');
  useEffect(() => {
    if (isReady && eid !== null)
      openByLink(eid).then(({ placed, date: at }) => {
        navigate(`calendar/${view}`, { date: at }, { replace: true });
        setDialog({ kind: 'details', placed });
      }, showError);
  }, [isReady, eid]);

  const create = (): void => setDialog(startNew());
  useShortcuts({
    isEnabled: isReady && dialog === undefined && now.hasShortcuts,
    view,
    date,
    show,
    create,
  });

  if (failure !== undefined)
    return (
      <Message title={words.common.failedTitle}>
        <p>{explain(failure)}</p>
        <button type="button" class="button" onClick={retry}>
          {words.common.tryAgain}
        </button>
      </Message>
    );
  if (!isReady) return <p class="waiting">{words.common.loading}</p>;
  return (
    <div class="calendar-page">
      <Sidebar
        isOpen={isSidebarOpen}
        onClose={() => setSidebarOpen(false)}
        onNew={create}
        onOpen={(placed) => setDialog({ kind: 'details', placed })}
        onShare={(entry) => setDialog({ kind: 'sharing', entry })}
        onDetails={(entry) => setDialog({ kind: 'calendar', entry })}
        onAdd={() => setDialog({ kind: 'add-calendar' })}
        onImport={() => setDialog({ kind: 'import' })}
        onExport={(entry) => {
          const name = calendarName(entry);
          loadCode(() => import('./files/ics.ts'))
            .then(({ exportCalendar }) => exportCalendar(entry.id ?? '', { name, zone: now.zone }))
            .then((file) => download(`${name}.ics`, file), showError);
        }}
      />
      {isSidebarOpen && <div class="sidebar-backdrop" onClick={() => setSidebarOpen(false)} />}
      <section class="calendar-main" aria-label={words.calendar.title}>
        <Toolbar
          view={view}
          date={date}
          today={today}
          weekStart={now.weekStart}
          onView={(next) => show(next, date)}
          onDate={(next) => show(view, next)}
          onSidebar={() => setSidebarOpen(!isSidebarOpen)}
          onSettings={() => setDialog({ kind: 'settings' })}
        />
        <CalendarView
          key={now.secondZone}
          view={view}
          date={date}
          onOpen={(placed) => setDialog({ kind: 'details', placed })}
          onNew={(times) => setDialog(startNew(times))}
          onDay={(next) => show('day', next)}
        />
      </section>
      <CalendarDialogs open={dialog} onOpen={setDialog} />
      <Questions />
    </div>
  );
}
