import type { Window } from './rival.ts';

/** The parameters of `events.list` for the events in a window, in order. */
export const weekQuery = ({ fromMs, toMs }: Window): string =>
  new URLSearchParams({
    singleEvents: 'true',
    orderBy: 'startTime',
    timeMin: new Date(fromMs).toISOString(),
    timeMax: new Date(toMs).toISOString(),
    maxResults: '250',
  }).toString();
