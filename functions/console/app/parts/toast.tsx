/** Short messages at the edge of the page, the last of them with a way back. */
import type { JSX } from 'preact';
import { createStore, useStore } from '../state/store.ts';
import { explain } from '../words/explain.ts';
import { words } from '../words/words.ts';

export interface Toast {
  readonly text: string;
  readonly kind?: 'plain' | 'error';
  readonly action?: { readonly label: string; readonly run: () => void };
}

interface Shown extends Toast {
  readonly key: number;
}

const SHOWN_MS = 10_000;
const MAX_SHOWN = 3;

const shown = createStore<readonly Shown[]>([]);
let keys = 0;

const hide = (key: number): void => {
  shown.update((list) => list.filter((one) => one.key !== key));
};

export function showToast(toast: Toast): void {
  keys += 1;
  const key = keys;
  shown.update((list) => [...list, { ...toast, key }].slice(-MAX_SHOWN));
  setTimeout(() => {
    hide(key);
  }, SHOWN_MS);
}

export const showError = (error: unknown): void => {
  showToast({ text: explain(error), kind: 'error' });
};

/** Says what was done and offers to take it back; what fails is said, too. */
export function offerUndo(text: string, undo: () => Promise<unknown>): void {
  showToast({ text, action: { label: words.common.undo, run: () => void undo().catch(showError) } });
}

/** How many dialogs are open, one above the other. */
export const openDialogs = createStore(0);

/** Shown by what is uppermost: nothing below a dialog can be reached. */
export function Toasts({ level = 0 }: { readonly level?: number }): JSX.Element {
  const isUppermost = useStore(openDialogs) === level;
  const list = useStore(shown);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {(isUppermost ? list : []).map(({ key, text, kind = 'plain', action }) => (
        <div key={key} class={`toast toast-${kind}`}>
          <span class="toast-text">{text}</span>
          {action !== undefined && (
            <button
              type="button"
              class="toast-action"
              onClick={() => {
                hide(key);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" class="icon-button" aria-label={words.common.close} onClick={() => hide(key)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
