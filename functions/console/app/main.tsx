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
import { startSession } from './session/session.ts';
import { Shell } from './shell/shell.tsx';
import { applyLanguage } from './words/words.ts';

applyLanguage();
const root = document.querySelector('#app');
if (root !== null) render(<Shell />, root);
await startSession();
