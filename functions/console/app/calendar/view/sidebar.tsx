/** New events, search, and the calendars with their colours. */
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import { Menu, type MenuItem } from '../../parts/menu.tsx';
import { showError } from '../../parts/toast.tsx';
import { useStore } from '../../state/store.ts';
import { words } from '../../words/words.ts';
import type { CalendarEntry } from '../data/api.ts';
import { calendarName, calendars, changeEntry, isOwned } from '../data/calendars.ts';
import type { PlacedEvent } from '../data/events.ts';
import { QuickAdd } from './quick-add.tsx';
import { SearchBox } from './search-box.tsx';

const text = words.calendar;

export interface SidebarProps {
  /** Over the page, where there is no room beside it. */
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onNew: () => void;
  readonly onOpen: (placed: PlacedEvent) => void;
  readonly onShare: (entry: CalendarEntry) => void;
  readonly onDetails: (entry: CalendarEntry) => void;
  readonly onExport: (entry: CalendarEntry) => void;
  readonly onAdd: () => void;
  readonly onImport: () => void;
}

function Row({ entry, ...props }: { readonly entry: CalendarEntry } & SidebarProps): JSX.Element {
  const name = calendarName(entry);
  const items: MenuItem[] = [
    { label: text.calendarSettings, run: () => props.onDetails(entry) },
    ...(isOwned(entry) ? [{ label: text.sharing.title, run: () => props.onShare(entry) }] : []),
    { label: text.files.export, run: () => props.onExport(entry) },
  ];
  return (
    <li class="calendar-row">
      <label class="calendar-check">
        <input
          type="checkbox"
          checked={entry.selected === true}
          ref={(element) => element?.style.setProperty('--calendar-color', entry.backgroundColor ?? '')}
          onChange={() => void changeEntry(entry, { selected: entry.selected !== true }).catch(showError)}
        />
        <span class="calendar-name">{name}</span>
      </label>
      <Menu label={text.optionsOf(name)} button={<Icon name="more" size={18} />} items={items} />
    </li>
  );
}

function Group({ title, list, props }: { title: string; list: readonly CalendarEntry[]; props: SidebarProps }) {
  if (list.length === 0) return null;
  return (
    <section>
      <h2 class="sidebar-title">{title}</h2>
      <ul>
        {list.map((entry) => (
          <Row key={entry.id} entry={entry} {...props} />
        ))}
      </ul>
    </section>
  );
}

export function Sidebar(props: SidebarProps): JSX.Element {
  const list = useStore(calendars).filter(({ hidden }) => hidden !== true);
  const { isOpen, onClose } = props;
  const closeButton = useRef<HTMLButtonElement>(null);
  // Before the next key.
  useLayoutEffect(() => {
    if (isOpen) closeButton.current?.focus();
  }, [isOpen]);
  return (
    <aside
      class={isOpen ? 'sidebar sidebar-open' : 'sidebar'}
      aria-label={text.calendars}
      onKeyDown={(event) => {
        // A menu in it closes for itself.
        if (event.key === 'Escape' && isOpen && !event.defaultPrevented) onClose();
      }}
    >
      {isOpen && (
        <button
          type="button"
          class="icon-button sidebar-close"
          aria-label={words.common.close}
          ref={closeButton}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      )}
      <button type="button" class="button button-main new-event" onClick={props.onNew}>
        <Icon name="add" /> {text.newEvent}
      </button>
      <QuickAdd />
      <SearchBox onOpen={props.onOpen} />
      <Group title={text.ownCalendars} list={list.filter(isOwned)} props={props} />
      <Group title={text.otherCalendars} list={list.filter((entry) => !isOwned(entry))} props={props} />
      <div class="sidebar-foot">
        <button type="button" class="button button-quiet" onClick={props.onAdd}>
          <Icon name="add" size={18} /> {text.addCalendar}
        </button>
        <button type="button" class="button button-quiet" onClick={props.onImport}>
          <Icon name="upload" size={18} /> {text.files.import}
        </button>
      </div>
    </aside>
  );
}
