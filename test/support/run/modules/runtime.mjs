/**
 * How test files get their modules: each has its own of what is ours, and all files of a process share packages of
 * others that hold no state of ours, and jest's own. A small test loads some 500 modules; a third of them is such.
 */
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import Runtime from 'jest-runtime';

/** What many test files import and what is made of many modules. */
const SHARED = new RegExp(
  `/node_modules/(${[
    '@aws-sdk/[^/]+',
    '@duckdb/node-api',
    '@googleapis/[^/]+',
    '@middy/core',
    '@smithy/[^/]+',
    'chrono-node',
    'fast-check',
    'google-auth-library',
    'googleapis-common',
    'jose',
    'js-yaml',
    'rrule-temporal',
    'temporal-polyfill',
  ].join('|')})/`,
);

/** These remember the test file that they work for. */
const OF_ONE_FILE = new Set(['expect', '@jest/expect', 'jest-circus']);
const isName = (request) => request !== undefined && !/^[./]/.test(request);

/** Never torn down: loads what is shared, in the context that all files share. */
let packages;

/** By address of the file. */
const sharedModules = new Map();

function load(address, context) {
  const path = fileURLToPath(address);
  const exports = packages.requireModule(path);
  const values = new Map(Object.entries(exports));
  // https://nodejs.org/api/esm.html#commonjs-namespaces
  if (!packages.unstable_shouldLoadAsEsm(path)) values.set('default', exports).set('module.exports', exports);
  const module = new vm.SyntheticModule(
    [...values.keys()],
    () => values.forEach((value, name) => module.setExport(name, value)),
    { context, identifier: path },
  );
  module.evaluate();
  return module;
}

/** What one test file has imported. */
class Modules extends Map {
  #context;

  constructor(context) {
    super();
    this.#context = context;
  }

  get(address) {
    const own = super.get(address);
    if (own !== undefined || !SHARED.test(address)) return own;
    if (!sharedModules.has(address)) sharedModules.set(address, load(address, this.#context));
    return sharedModules.get(address);
  }
}

/** What outlives a test file though jest would forget it. */
class Lasting extends Map {
  clear() {}
}

/** By project: where an import leads, texts of files, and what the transform has made of them. */
const known = new Map();

function knownOf({ id }) {
  if (!known.has(id)) known.set(id, { esm: new Lasting(), cjs: new Lasting(), texts: new Lasting(), code: new Map() });
  return known.get(id);
}

function remembering(transformer, code) {
  const transform = (path, options, text) => {
    const key = `${path} ${String(options.supportsStaticESM)}`;
    if (!code.has(key)) code.set(key, transformer.transform(path, options, text));
    return code.get(key);
  };
  return Object.create(transformer, { transform: { value: transform } });
}

export default class SharingRuntime extends Runtime {
  constructor(config, environment, resolver, transformer, texts, ...more) {
    const { watch, watchAll } = more.at(-1);
    if (watch || watchAll) known.clear();
    const { esm, cjs, texts: lasting, code } = knownOf(config);
    texts.forEach((text, path) => lasting.set(path, text));
    const remember = remembering(transformer, code);
    super(config, environment, resolver, remember, lasting, ...more);
    this._resolution.esmCache = esm;
    this._resolution.cjsCache = cjs;
    const context = environment.getVmContext();
    this.registries.esModuleRegistry = new Modules(context);
    const lastingEnvironment = Object.create(environment, { getVmContext: { value: () => context } });
    packages ??= new Runtime(config, lastingEnvironment, resolver, transformer, new Map(), ...more);
  }

  requireInternalModule(from, to) {
    return isName(to) && !OF_ONE_FILE.has(to)
      ? packages.requireInternalModule(from, to)
      : super.requireInternalModule(from, to);
  }
}
