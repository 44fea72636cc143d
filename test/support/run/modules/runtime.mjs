/**
 * How jest loads test files: by Node itself. The files that a worker runs share their modules, so the project, Amazon's
 * SDK and Temporal are loaded once for each worker, as a Lambda function loads them once for many requests. jest's own
 * runtime would give every file modules and globals of its own, half a second of work for each of several hundred.
 *
 * A file that changes what modules keep for the life of a process begins with `@modules own` in its first comment.
 */
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';
import { findModule } from '../../../../lib/command/find-module.mjs';
import { isAlwaysShared } from './always-shared.ts';
import { give } from './globals.mjs';

const require = createRequire(import.meta.url);
const GLOBALS = new URL('globals.mjs', import.meta.url).href;

/** Modules with the same number in their address belong to the same test file. */
const OWN = /[?&]own=\d+/;
/** Whoever watches wants to see what has just changed. */
let isWatching = false;
let timesLoaded = 0;

/** What is found once in a worker. */
const remembered = (find) => {
  const found = new Map();
  return (key, ...given) => {
    if (!found.has(key)) found.set(key, find(...given));
    return found.get(key);
  };
};

const resolveOnce = remembered((resolveAsNode, specifier, context) => resolveAsNode(specifier, context));

/** JavaScript of a module in TypeScript. */
const readOnce = remembered((path) => stripTypeScriptTypes(readFileSync(path, 'utf8')));

registerHooks({
  resolve(specifier, context, resolveAsNode) {
    if (specifier === '@jest/globals') return { url: GLOBALS, format: 'module', shortCircuit: true };
    const parent = context.parentURL ?? '';
    const own = OWN.exec(parent)?.[0];
    const found = findModule(specifier, parent);
    if (own === undefined) return found ?? resolveAsNode(specifier, context);
    const resolved = found ?? resolveOnce(`${specifier} ${parent.replace(OWN, '')}`, resolveAsNode, specifier, context);
    const isShared =
      !resolved.url.startsWith('file:') ||
      resolved.url.includes('/node_modules/') ||
      (!isWatching && isAlwaysShared(resolved.url));
    if (isShared || resolved.url === GLOBALS || OWN.test(resolved.url)) return { ...resolved, shortCircuit: true };
    const url = `${resolved.url}${resolved.url.includes('?') ? '&' : '?'}${own.slice(1)}`;
    return { ...resolved, url, shortCircuit: true };
  },
  load(url, context, loadAsNode) {
    const isOwn = OWN.test(url) && url.replace(OWN, '').endsWith('.ts');
    if (!isOwn || isWatching) return loadAsNode(url, context);
    const path = fileURLToPath(url.replace(OWN, ''));
    return { format: 'module', source: readOnce(path, path), shortCircuit: true };
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
    path,
    { watch, watchAll },
  ) {
    if (collectCoverage) throw new Error('Coverage is measured by Node: NODE_V8_COVERAGE=folder npm test');
    isWatching = watch || watchAll;
    // The same address in every run: Node keeps the compiled code of each.
    const own = isWatching ? (timesLoaded += 1) : crc32(path);
    this.#query = hasOwnModules || isWatching ? `?own=${String(own)}` : '';
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
