import { isText, preference, rememberPreference } from './preferences.ts';
import { createStore } from './store.ts';

export type Theme = 'system' | 'light' | 'dark';

export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

const isTheme = (value: unknown): value is Theme => isText(value) && THEMES.some((theme) => theme === value);

export const theme = createStore<Theme>(preference('theme', 'system', isTheme));

const apply = (now: Theme): void => {
  if (now === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = now;
};

apply(theme.get());
theme.subscribe((now) => {
  apply(now);
  rememberPreference('theme', now);
});
