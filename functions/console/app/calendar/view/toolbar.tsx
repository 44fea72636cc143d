/** Which days are shown, and how. */
import type { JSX } from 'preact';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { locale, words } from '../../words/words.ts';
import { VIEWS, type ViewName } from '../data/preferences.ts';
import { addDays } from '../time/moments.ts';
import { AGENDA_DAYS, weekOf } from './days-shown.ts';

const text = words.calendar;

const utc = (date: string): Date => new Date(`${date}T00:00Z`);
const formatter = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });

/** `November 2026`, or the days of a week. */
function titleOf(view: ViewName, date: string, weekStart: number): string {
  if (view === 'year') return formatter({ year: 'numeric' }).format(utc(date));
  if (view === 'day') return formatter({ dateStyle: 'full' }).format(utc(date));
  if (view !== 'week') return formatter({ month: 'long', year: 'numeric' }).format(utc(date));
  const [first, last] = weekOf(date, weekStart);
  return formatter({ day: 'numeric', month: 'short', year: 'numeric' }).formatRange(utc(first), utc(last));
}

/** The day that the next or the one before of a view begins with. */
export function step(view: ViewName, date: string, by: 1 | -1): string {
  const [year = 0, month = 1] = date.split('-').map(Number);
  if (view === 'day') return addDays(date, by);
  if (view === 'week') return addDays(date, 7 * by);
  if (view === 'agenda') return addDays(date, AGENDA_DAYS * by);
  const next = view === 'year' ? new Date(Date.UTC(year + by, 0, 1)) : new Date(Date.UTC(year, month - 1 + by, 1));
  return next.toISOString().slice(0, 10);
}

export interface ToolbarProps {
  readonly view: ViewName;
  readonly date: string;
  readonly today: string;
  readonly weekStart: number;
  readonly onView: (view: ViewName) => void;
  readonly onDate: (date: string) => void;
  readonly onSidebar: () => void;
  readonly onSettings: () => void;
}

export function Toolbar(props: ToolbarProps): JSX.Element {
  const { view, date, today, weekStart, onView, onDate, onSidebar, onSettings } = props;
  return (
    <div class="toolbar">
      <button type="button" class="icon-button sidebar-button" aria-label={text.calendars} onClick={onSidebar}>
        <Icon name="menu" />
      </button>
      <button type="button" class="button" onClick={() => onDate(today)}>
        {text.today}
      </button>
      <div class="steps">
        <button
          type="button"
          class="icon-button"
          aria-label={text.previous[view]}
          onClick={() => onDate(step(view, date, -1))}
        >
          <Icon name="back" />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label={text.next[view]}
          onClick={() => onDate(step(view, date, 1))}
        >
          <Icon name="forward" />
        </button>
      </div>
      <h1 class="toolbar-title" aria-live="polite">
        {titleOf(view, date, weekStart)}
      </h1>
      <div class="views" role="group" aria-label={text.views}>
        {VIEWS.map((name) => (
          <button
            key={name}
            type="button"
            class="view-button"
            aria-pressed={name === view}
            onClick={() => onView(name)}
          >
            {text.viewNames[name]}
          </button>
        ))}
      </div>
      <div class="views-menu">
        <Menu
          label={`${text.views}: ${text.viewNames[view]}`}
          class="button"
          button={
            <>
              {text.viewNames[view]} <Icon name="down" size={16} />
            </>
          }
          items={VIEWS.map((name) => ({
            label: text.viewNames[name],
            isChecked: name === view,
            run: () => onView(name),
          }))}
        />
      </div>
      <button type="button" class="icon-button" aria-label={text.settings.title} onClick={onSettings}>
        <Icon name="gear" />
      </button>
    </div>
  );
}
