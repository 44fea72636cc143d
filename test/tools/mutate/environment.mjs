import Environment from '../../support/run/modules/environment.mjs';

/** One test that fails is enough to know that a fault is noticed: those after it are left out. */
export default class TrialEnvironment extends Environment {
  #hasFailed = false;

  handleTestEvent({ name, test }) {
    if (name === 'test_fn_failure' || name === 'hook_failure') this.#hasFailed = true;
    if (name === 'test_start' && this.#hasFailed) test.mode = 'skip';
  }
}
