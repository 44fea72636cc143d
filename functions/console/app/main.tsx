/** The beginning: who uses the console, and the shell. */
import './style/base.css';
import './style/parts.css';
import './style/shell.css';
// Files that are loaded later bring no styles of their own.
import './style/calendar.css';
import './style/library.css';
import './style/reports.css';
import './style/workshop.css';
import { render } from 'preact';
import { route } from './route/route.ts';
import { startSession } from './session/session.ts';
import { pageNamed } from './shell/pages.ts';
import { Shell } from './shell/shell.tsx';
import { applyLanguage } from './words/words.ts';

applyLanguage();
const root = document.querySelector('#app');
if (root !== null) render(<Shell />, root);
// While the issuer answers, the page's code is made ready, but not before something is on the screen.
const loadCode = (): void => {
  pageNamed(route.get().page)
    ?.load()
    .catch(() => undefined);
};
requestAnimationFrame(() => setTimeout(loadCode));
await startSession();
