import { flushCompileCache } from 'node:module';

const KEEP_EVERY_MS = 10_000;
let keptAt = 0;

/** For processes that the next tests start: they need not compile it again. Going through all of it takes 10 ms. */
function keepCompiledCode() {
  if (performance.now() - keptAt < KEEP_EVERY_MS) return;
  flushCompileCache();
  keptAt = performance.now();
}

/** What a test file may change for itself: variables, the working folder and the console are as before for the next. */
export default class Environment {
  /** jest puts its own names here; tests have the globals of the process. */
  global = { Date, Promise, Symbol };
  hasOwnModules;
  #before = { env: { ...process.env }, folder: process.cwd(), console: globalThis.console };

  constructor(_config, { console, docblockPragmas }) {
    this.hasOwnModules = docblockPragmas.modules === 'own';
    globalThis.console = console;
  }

  getVmContext() {
    return null;
  }

  /** jest looks for a source map of each place in each stack that is read: Node runs the files as they stand. */
  async setup() {
    Reflect.deleteProperty(Error, 'prepareStackTrace');
  }

  async teardown() {
    const { env, folder, console } = this.#before;
    for (const name of Object.keys(process.env)) if (!(name in env)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, env);
    process.chdir(folder);
    globalThis.console = console;
    keepCompiledCode();
  }
}
