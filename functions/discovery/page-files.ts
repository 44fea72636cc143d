/** The documentation page and the files it loads; nothing comes from other hosts. */
import { existsSync, readFileSync } from 'node:fs';
import { hashTag } from '#lib/api/etag';

export interface PageFile {
  readonly contentType: string;
  readonly etag: string;
  readonly text: string;
}

/** A bundle has the component in its own folder; a checkout has it as an installed package. */
const componentFolder = [
  new URL('./assets/', import.meta.url),
  new URL('../../node_modules/swagger-ui-dist/', import.meta.url),
].find((folder) => existsSync(folder));

const fromPage = (name: string): URL => new URL(`./page/${name}`, import.meta.url);
const fromComponent = (name: string): URL => new URL(name, componentFolder);

const SCRIPTS = [
  'page.js',
  'snippets.js',
  'copy.js',
  'current-dates.js',
  'laptop-sign-in.js',
  'group-names.js',
  'labels.js',
  'operation-search.js',
  'operation-snippets.js',
];

const SOURCES: Readonly<Record<string, readonly [file: URL, contentType: string]>> = {
  '/': [fromPage('index.html'), 'text/html; charset=UTF-8'],
  '/assets/page.css': [fromPage('page.css'), 'text/css; charset=UTF-8'],
  ...Object.fromEntries(SCRIPTS.map((name) => [`/assets/${name}`, [fromPage(name), 'text/javascript; charset=UTF-8']])),
  // Where the authorization server sends the browser back to; it hands the code to the page and closes itself.
  '/oauth2-redirect.html': [fromComponent('oauth2-redirect.html'), 'text/html; charset=UTF-8'],
  '/oauth2-redirect.js': [fromComponent('oauth2-redirect.js'), 'text/javascript; charset=UTF-8'],
  '/assets/swagger-ui.css': [fromComponent('swagger-ui.css'), 'text/css; charset=UTF-8'],
  '/assets/swagger-ui-bundle.js': [fromComponent('swagger-ui-bundle.js'), 'text/javascript; charset=UTF-8'],
};

const loaded = new Map<string, PageFile>();

export function pageFile(path: string): PageFile | undefined {
  const known = loaded.get(path);
  const source = Object.hasOwn(SOURCES, path) ? SOURCES[path] : undefined;
  if (known !== undefined || source === undefined) return known;
  const text = readFileSync(source[0], 'utf8');
  const file = { contentType: source[1], etag: hashTag(text), text };
  loaded.set(path, file);
  return file;
}
