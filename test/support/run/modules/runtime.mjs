/**
 * How jest loads test files: by Node itself. The files that a worker runs share their modules, so the project, Amazon's
 * SDK and Temporal are loaded once for each worker, as a Lambda function loads them once for many requests. jest's own
 * runtime would give every file modules and globals of its own, half a second of work for each of several hundred.
 *
 * A file that changes what modules keep for the life of a process begins with `@modules own` in its first comment.
 */
import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { give } from './globals.mjs';

const require = createRequire(import.meta.url);
const GLOBALS = new URL('globals.mjs', import.meta.url).href;

/** Modules with the same number in their address belong to the same test file. */
const OWN = /[?&]own=\d+/;
let lastOwn = 0;

registerHooks({
  resolve(specifier, context, resolveAsNode) {
    if (specifier === '@jest/globals') return { url: GLOBALS, format: 'module', shortCircuit: true };
    const resolved = resolveAsNode(specifier, context);
    const own = OWN.exec(context.parentURL ?? '')?.[0];
    const isShared = !resolved.url.startsWith('file:') || resolved.url.includes('/node_modules/');
    if (own === undefined || isShared || resolved.url === GLOBALS || OWN.test(resolved.url)) return resolved;
    return { ...resolved, url: `${resolved.url}${resolved.url.includes('?') ? '&' : '?'}${own.slice(1)}` };
  },
});

/** What jest-circus and jest-runner ask of https://github.com/jestjs/jest/tree/main/packages/jest-runtime. */
export default class SharedModules {
  #query;

  constructor(
    _config,
    { hasOwnModules },
    _resolver,
    _transformer,
    _sources,
    { collectCoverage },
    _path,
    { watch, watchAll },
  ) {
    if (collectCoverage) throw new Error('Coverage is measured by Node: NODE_V8_COVERAGE=folder npm test');
    // Whoever watches wants to see what has just changed.
    this.#query = hasOwnModules || watch || watchAll ? `?own=${String((lastOwn += 1))}` : '';
  }

  /** jest-circus, with no tests declared. */
  requireInternalModule(path) {
    Reflect.deleteProperty(globalThis, Symbol.for('EVENT_HANDLERS'));
    Reflect.deleteProperty(require.cache, path);
    return require(path);
  }

  requireModule(path) {
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  /** A test file declares its tests; a set-up file exports what is to be called before each test file. */
  async unstable_importModule(path) {
    const { default: setUp } = await import(`${pathToFileURL(path).href}${this.#query}`);
    await setUp?.();
  }

  setGlobalsForRuntime(globals) {
    give(globals);
  }

  getSourceMaps() {
    return new Map();
  }

  getAllCoverageInfoCopy() {
    return undefined;
  }

  enterTestCode() {}
  leaveTestCode() {}
  teardown() {}
}
