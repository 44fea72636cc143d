/** What all pages of the server look like, and what browsers are told about them. */
import { hash } from 'node:crypto';
import type { Answer } from '#lib/oauth/endpoint';
import { html, Html } from '#lib/oauth/html';

const STYLE = `
:root { color-scheme: light dark; --accent: #22577a; --line: #8a94a6; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; }
main { box-sizing: border-box; max-width: 32em; margin: 6vh auto; padding: 24px; }
h1 { font-size: 24px; margin: 0 0 16px; }
fieldset { margin: 0 0 20px; padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px; }
legend { padding: 0 6px; font-weight: 600; }
label { display: block; margin: 6px 0; }
input[type=email], input[type=text] { font: inherit; padding: 4px 8px; max-width: 100%; box-sizing: border-box; }
button { font: inherit; padding: 8px 20px; border: 1px solid var(--accent); border-radius: 6px; cursor: pointer; }
button.main { background: var(--accent); color: #fff; }
:focus-visible { outline: 3px solid #d97706; outline-offset: 2px; }
.faint { opacity: 0.75; font-size: 14px; overflow-wrap: anywhere; }
`;
const STYLE_SOURCE = `'sha256-${hash('sha256', STYLE, 'base64')}'`;

/** Where the answer to a form leads to: browsers hold redirects to this list, too. An IPv6 host cannot stand in it. */
function formTarget(uri: string): string {
  const { protocol, origin, hostname } = new URL(uri);
  return origin === 'null' || hostname.startsWith('[') ? protocol : origin;
}

export interface PageOptions {
  readonly status?: number;
  readonly cookies?: readonly string[];
  readonly redirectUri?: string;
}

export const pageAnswer = (title: string, content: Html, options: PageOptions = {}): Answer => ({
  status: options.status ?? 200,
  cookies: options.cookies ?? [],
  headers: {
    'content-security-policy': [
      "default-src 'none'",
      `style-src ${STYLE_SOURCE}`,
      `form-action 'self'${options.redirectUri === undefined ? '' : ` ${formTarget(options.redirectUri)}`}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
  },
  body: html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${new Html(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`,
});

/** For people: what went wrong before there was anybody to send an error to. */
export const errorPage = (code: string, description: string, status = 400): Answer =>
  pageAnswer(
    `Error ${String(status)}: ${code}`,
    html`<p>${description}</p>
      <p class="faint">Nobody was told anything about you.</p>`,
    { status },
  );

export const redirectTo = (location: string, cookies: readonly string[] = []): Answer => ({
  status: 302,
  headers: { location, 'referrer-policy': 'no-referrer' },
  cookies,
});
