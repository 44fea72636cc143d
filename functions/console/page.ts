/** The page itself, and what browsers are told about it. */
import { hash } from 'node:crypto';
import type { AppIndex } from './files.ts';
import type { PageSettings } from './settings.ts';

/**
 * FullCalendar writes its rules into a style element that it makes empty (https://fullcalendar.io/docs/csp): the hash is
 * that of no text at all, so an element with any text in it is refused.
 */
const EMPTY_STYLE = `'sha256-${hash('sha256', '', 'base64')}'`;

/** Nothing comes from other hosts; the issuer alone is asked for tokens. Pictures of books may be anywhere. */
export function pagePolicy({ signIn }: PageSettings): string {
  const issuer = signIn === undefined || signIn.issuer === '' ? '' : ` ${new URL(signIn.issuer).origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${EMPTY_STYLE}`,
    "img-src 'self' data: blob: https:",
    // The close button of FullCalendar's list of further events.
    'font-src data:',
    `connect-src 'self'${issuer}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** In a script element, JSON must not end it. */
const jsonInHtml = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="3" y="5" width="26" height="24" rx="6" ' +
  'fill="#1f6feb"/><rect x="7" y="12" width="18" height="13" rx="2" fill="#fff"/><circle cx="16" cy="18.5" r="3.5" ' +
  'fill="#1f6feb"/></svg>';

/** The page of an address below `/console` is loaded together with the beginning, not after it. */
function preloadsFor({ preloads, pages }: AppIndex, path: string): readonly string[] {
  const name = path.split('/')[2] || 'calendar';
  return [...preloads, ...(Object.hasOwn(pages, name) ? (pages[name] ?? []) : [])];
}

export const pageText = (index: AppIndex, settings: PageSettings, path: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Almanac</title>
    <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
${index.styles.map((name) => `    <link rel="stylesheet" href="/console/files/${name}">`).join('\n')}
${preloadsFor(index, path)
  .map((name) => `    <link rel="modulepreload" href="/console/files/${name}">`)
  .join('\n')}
    <script type="application/json" id="settings">${jsonInHtml(settings)}</script>
    <script type="module" src="/console/files/${index.script}"></script>
  </head>
  <body>
    <div id="app"></div>
    <noscript>The console needs JavaScript. The operations are described at <a href="/">the documentation</a>.</noscript>
  </body>
</html>
`;
