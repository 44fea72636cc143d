/** Follows changes made elsewhere while somebody looks at the page. */
import { isOnline } from '../../state/connection.ts';
import { pollCalendars } from './calendars.ts';
import { pollShown, refresh } from './events.ts';

const PAUSE_MS = 2_000;
/** The list of calendars changes more rarely. */
const CALENDARS_EVERY = 5;

/** Returns what ends it. */
export function followChanges(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;
  let rounds = 0;

  const poll = async (): Promise<void> => {
    rounds += 1;
    if (document.visibilityState === 'visible') {
      if (rounds % CALENDARS_EVERY === 0) await pollCalendars();
      await pollShown();
    }
  };
  const later = (): void => {
    clearTimeout(timer);
    if (!isEnded)
      timer = setTimeout(
        () =>
          void poll()
            .catch(() => undefined)
            .finally(later),
        PAUSE_MS,
      );
  };
  const atOnce = (): void => {
    if (document.visibilityState === 'visible') void poll().catch(() => undefined);
  };
  later();
  document.addEventListener('visibilitychange', atOnce);
  const stopWaiting = isOnline.subscribe((online) => {
    if (online) refresh();
  });
  return () => {
    isEnded = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', atOnce);
    stopWaiting();
  };
}
