// Loaded before any TypeScript; hence plain JavaScript. Finds the modules of this project by their names alone: Node
// would read package.json and look at the disk for each of several hundred, a quarter of what a start costs.
import { existsSync } from 'node:fs';

const root = new URL('../../', import.meta.url).href;
const FOLDERS = ['lib', 'functions', 'test'];
const FOLDER_URLS = FOLDERS.map((name) => `${root}${name}/`);
/** As in `imports` of package.json. */
const NAMED = new RegExp(`^#(?:${FOLDERS.join('|')})/`);

// Sources in a checkout, compiled code in a package.
const isCheckout = existsSync(new URL('lib/local/start.ts', root));
const ENDING = isCheckout ? '.ts' : '.js';
const FORMAT = isCheckout ? 'module-typescript' : 'module';

/** For middy, which imports the names of statuses from `node:http`: all of it would bring `fetch` along (`node-http.ts`). */
const NODE_HTTP = { url: `${root}lib/api/process/node-http${ENDING}`, format: FORMAT, shortCircuit: true };

/** What a hook of Node's resolution answers; undefined for whatever is not a module of this project. */
export function findModule(specifier, parent = '') {
  if (specifier === 'node:http' && parent.includes('/node_modules/@middy/')) return NODE_HTTP;
  if (!FOLDER_URLS.some((folder) => parent.startsWith(folder))) return undefined;
  if (NAMED.test(specifier))
    return { url: `${root}${specifier.slice(1)}${ENDING}`, format: FORMAT, shortCircuit: true };
  if (specifier.startsWith('.') && specifier.endsWith(ENDING))
    return { url: new URL(specifier, parent).href, format: FORMAT, shortCircuit: true };
  return undefined;
}
