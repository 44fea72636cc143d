/** Single keys, where the reader's settings allow them and nobody is writing. */
import { useLayoutEffect } from 'preact/hooks';
import { preferences, type ViewName } from '../data/preferences.ts';
import { todayIn } from '../time/moments.ts';
import { step } from './toolbar.tsx';

export interface Shortcuts {
  readonly isEnabled: boolean;
  readonly view: ViewName;
  readonly date: string;
  readonly show: (view: ViewName, date: string) => void;
  readonly create: () => void;
}

const VIEW_KEYS: Readonly<Record<string, ViewName>> = { d: 'day', w: 'week', m: 'month', y: 'year', a: 'agenda' };

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [role="menu"], dialog') !== null;

export function useShortcuts({ isEnabled, view, date, show, create }: Shortcuts): void {
  // Before the next key: one that follows at once is meant for what is shown now.
  useLayoutEffect(() => {
    if (!isEnabled) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
      const next = VIEW_KEYS[event.key];
      if (next !== undefined) show(next, date);
      else if (event.key === 't') show(view, todayIn(preferences.get().zone));
      else if (event.key === 'j' || event.key === 'n') show(view, step(view, date, 1));
      else if (event.key === 'k' || event.key === 'p') show(view, step(view, date, -1));
      else if (event.key === 'c') create();
      else if (event.key === '/') document.querySelector<HTMLInputElement>('.search-box input')?.focus();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, [isEnabled, view, date, show, create]);
}
