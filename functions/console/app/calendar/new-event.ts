import { primaryCalendar } from './data/calendars.ts';
import { preferences } from './data/preferences.ts';
import { newDraft, type Draft, type NewDraft } from './event/draft.ts';
import { nowIn } from './time/moments.ts';

/** A new event at the times that were dragged over, or at the next full hour. */
export function startNew(times?: Pick<NewDraft, 'start' | 'end' | 'isAllDay'>): {
  readonly kind: 'new';
  readonly draft: Draft;
} {
  const { zone, eventLength } = preferences.get();
  const nextHour = nowIn(zone).add({ hours: 1 }).round({ smallestUnit: 'hour', roundingMode: 'floor' });
  const start = nextHour.toString({ smallestUnit: 'minute' });
  const common = { calendarId: primaryCalendar()?.id ?? 'primary', timeZone: zone, minutes: eventLength };
  return { kind: 'new', draft: newDraft({ ...common, start, ...times }) };
}
