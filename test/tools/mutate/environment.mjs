import { writeFileSync } from 'node:fs';
import Environment from '../../support/run/modules/environment.mjs';

/** A fault that makes set-up wait for ever, which no time-out of jest's ends: the worker ends, and the fault is noticed. */
const MAX_TRIAL_MS = 60_000;

/**
 * The fault is on before the set-up files of a test load the source, for modules keep the switch that they find at
 * first. The names are those that Stryker's switches read and write.
 */
export default class TrialEnvironment extends Environment {
  #hasFailed = false;
  #hitsFile;
  #state;
  #late = setTimeout(() => process.exit(1), MAX_TRIAL_MS).unref();

  constructor(config, context) {
    super(config, context);
    const { fault, hitLimit, hitsFile } = context.docblockPragmas;
    this.#hitsFile = hitsFile;
    this.#state = fault === undefined ? {} : { activeMutant: fault, hitCount: 0, hitLimit: Number(hitLimit) };
    globalThis.__stryker__ = this.#state;
  }

  /** One test that fails is enough to know that a fault is noticed: those after it are left out. */
  handleTestEvent({ name, test }) {
    if (name === 'test_fn_failure' || name === 'hook_failure') this.#hasFailed = true;
    if (name === 'test_start' && this.#hasFailed) test.mode = 'skip';
  }

  async teardown() {
    clearTimeout(this.#late);
    await super.teardown();
    if (this.#hitsFile !== undefined)
      writeFileSync(this.#hitsFile, JSON.stringify(this.#state.mutantCoverage?.static ?? {}));
  }
}
