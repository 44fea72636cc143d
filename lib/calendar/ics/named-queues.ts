/** Runs a limited amount of work at once; work with the same name runs one after another, in the order given. */
export class NamedQueues {
  readonly #most: number;
  readonly #turns = new Map<string, Promise<void>>();
  #underWay = 0;
  #failure: { readonly error: unknown } | undefined;
  #wake = (): void => undefined;

  constructor(most: number) {
    this.#most = most;
  }

  /** Resolves when there is room for more; throws the error of any earlier work. */
  async begin(name: string, work: () => Promise<void>): Promise<void> {
    this.#underWay += 1;
    const before = this.#turns.get(name);
    const mine = (before === undefined ? work() : before.then(work))
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .then(() => {
        this.#underWay -= 1;
        if (this.#turns.get(name) === mine) this.#turns.delete(name);
        this.#wake();
      });
    this.#turns.set(name, mine);
    await this.#untilBelow(this.#most);
  }

  /** Resolves when all work is done. */
  async end(): Promise<void> {
    await this.#untilBelow(1);
  }

  async #untilBelow(most: number): Promise<void> {
    while (this.#underWay >= most) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}
