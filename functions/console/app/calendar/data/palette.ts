/** Colours of events and calendars, by their ids. */
import { createStore } from '../../state/store.ts';
import { getColors, type CalendarEvent } from './api.ts';
import { calendarOf } from './calendars.ts';

export type Palette = Readonly<Record<string, string>>;

export const eventPalette = createStore<Palette>({});
export const calendarPalette = createStore<Palette>({});

const PLAIN = '#5484ed';

const backgrounds = (colors: Readonly<Record<string, { background?: string | undefined }>> | undefined): Palette =>
  Object.fromEntries(Object.entries(colors ?? {}).map(([id, { background = PLAIN }]) => [id, background]));

export async function loadPalette(): Promise<void> {
  const { event, calendar } = await getColors();
  eventPalette.set(backgrounds(event));
  calendarPalette.set(backgrounds(calendar));
}

const calendarColor = (calendarId: string): string => calendarOf(calendarId)?.backgroundColor ?? PLAIN;

export const eventColor = ({ colorId }: CalendarEvent, calendarId: string): string =>
  (colorId === undefined ? undefined : eventPalette.get()[colorId]) ?? calendarColor(calendarId);
