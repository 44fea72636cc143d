/** How many occurrences of recurring events one request may look at: rules are short, and what they name is not. */

/** The budget is spent. Whoever set it turns this into an error for the client, or into a shorter answer. */
export class ExpansionLimit extends Error {
  constructor() {
    super('too many occurrences of recurring events');
  }
}

/** Log line, counted by a metric (lib/package/log-metrics.ts): somebody's read was cut where the budget ended. */
export const EXPANSIONS_CUT = 'occurrences were left out';

/** Days without an occurrence cost something, too: a rule that never applies is searched for a hundred years. */
const DAYS_FOR_ONE = 16;

export class ExpansionBudget {
  #left: number;
  readonly #whole: ExpansionBudget | undefined;

  /** `whole` is the budget of which this is a part: what is spent here is spent there. */
  constructor(most: number, whole?: ExpansionBudget) {
    this.#left = most;
    this.#whole = whole;
  }

  spend(occurrences: number, days: number): void {
    this.#left -= occurrences + days / DAYS_FOR_ONE;
    this.#whole?.spend(occurrences, days);
    if (this.#left < 0) throw new ExpansionLimit();
  }
}
