/** Whether the service answers: as the browser sees it, and as the last request did. */
import { createStore } from './store.ts';

export const isOnline = createStore(navigator.onLine);

globalThis.addEventListener('offline', () => {
  isOnline.set(false);
});
globalThis.addEventListener('online', () => {
  isOnline.set(true);
});
