import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { InputField } from '../../parts/input-field.tsx';
import { showError } from '../../parts/toast.tsx';
import { words } from '../../words/words.ts';
import { listEvents } from '../data/api.ts';
import { calendars } from '../data/calendars.ts';
import type { PlacedEvent } from '../data/events.ts';
import { eventColor } from '../data/palette.ts';
import { preferences } from '../data/preferences.ts';
import { titleOf } from '../event/about.ts';
import { formatShortDay, formatTime } from '../time/format.ts';
import { addDays, instantOf, todayIn, wallTime } from '../time/moments.ts';

const text = words.calendar;
const PAUSE_MS = 250;
const DAYS_BACK = 365;
const DAYS_AHEAD = 730;
const MAX_FOUND = 50;

/** In all calendars that are shown, from a year ago on; the soonest first. */
async function search(q: string, signal: AbortSignal): Promise<PlacedEvent[]> {
  const { zone } = preferences.get();
  const today = todayIn(zone);
  const at = (days: number): string => instantOf(`${addDays(today, days)}T00:00`, zone).toString();
  const shown = calendars.get().filter(({ selected }) => selected === true);
  const query = { q, singleEvents: true, orderBy: 'startTime', timeMin: at(-DAYS_BACK), timeMax: at(DAYS_AHEAD) };
  const lists = await Promise.all(
    shown.map(async ({ id = '' }) => {
      const { items } = await listEvents(id, { ...query, maxResults: MAX_FOUND, timeZone: zone }, signal);
      return items.map((event): PlacedEvent => ({ calendarId: id, event }));
    }),
  );
  const startOf = ({ event }: PlacedEvent): string => wallTime(event.start, zone);
  return lists
    .flat()
    .toSorted((a, b) => startOf(a).localeCompare(startOf(b)))
    .slice(0, MAX_FOUND);
}

const Found = ({ placed, onOpen }: { placed: PlacedEvent; onOpen: (placed: PlacedEvent) => void }): JSX.Element => {
  const { event, calendarId } = placed;
  const wall = wallTime(event.start, preferences.get().zone);
  return (
    <li>
      <button
        type="button"
        class="found"
        ref={(element) => element?.style.setProperty('--event-color', eventColor(event, calendarId))}
        onClick={() => onOpen(placed)}
      >
        <span class="found-title">{titleOf(placed)}</span>
        <span class="found-when">
          {formatShortDay(wall)}
          {event.start?.date === undefined && ` · ${formatTime(wall)}`}
        </span>
      </button>
    </li>
  );
};

export function SearchBox({ onOpen }: { readonly onOpen: (placed: PlacedEvent) => void }): JSX.Element {
  const [q, setQ] = useState('');
  const [found, setFound] = useState<readonly PlacedEvent[]>();
  useEffect(() => {
    if (q.trim() === '') {
      setFound(undefined);
      return undefined;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      search(q, abort.signal).then(setFound, (error: unknown) => {
        if (!abort.signal.aborted) showError(error);
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [q]);
  return (
    <search class="search-box">
      <InputField
        label={text.search}
        isLabelHidden
        type="search"
        value={q}
        placeholder={text.search}
        onInput={(event) => setQ(event.currentTarget.value)}
      />
      <p class="hidden-label" role="status">
        {found === undefined ? '' : text.found(found.length)}
      </p>
      {found !== undefined &&
        (found.length === 0 ? (
          <p class="muted">{text.nothingFound}</p>
        ) : (
          <ul class="found-list">
            {found.map((placed) => (
              <Found key={`${placed.calendarId} ${placed.event.id ?? ''}`} placed={placed} onOpen={onOpen} />
            ))}
          </ul>
        ))}
    </search>
  );
}
