/** Collects violations: things that must not happen. */
const MAX_KEPT = 50;

export class Findings {
  readonly kept: string[] = [];
  count = 0;

  add(text: string): void {
    this.count += 1;
    if (this.kept.length < MAX_KEPT) this.kept.push(text);
  }

  /** Adds the text if the condition is false. */
  check(holds: boolean, text: () => string): void {
    if (!holds) this.add(text());
  }
}
