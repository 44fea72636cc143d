/** What runs have found out, one JSON object on each line of a file, so that a run that was broken off can go on. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A test that ran without a fault. */
export interface Reach {
  readonly kind: 'reach';
  /** The faults that were there to be reached. */
  readonly sample: string;
  readonly test: string;
  readonly version: string;
  readonly passed: boolean;
  readonly ms: number;
  /** How often it came by each fault, by key. */
  readonly hits: Readonly<Record<string, number>>;
}

/** A test that ran with a fault. */
export interface Verdict {
  readonly kind: 'verdict';
  readonly fault: string;
  readonly test: string;
  readonly version: string;
  readonly noticed: boolean;
}

type Found = Omit<Reach, 'version'> | Omit<Verdict, 'version'>;

export class KeptResults {
  readonly #file: string;
  readonly #folder: string;
  readonly #all: (Reach | Verdict)[];

  /** Tests run in a folder of their own, where they stay as they are while somebody edits them. */
  constructor(file: string, folder: string) {
    this.#file = file;
    this.#folder = folder;
    mkdirSync(dirname(file), { recursive: true });
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
    this.#all = lines.map((line) => JSON.parse(line) as Reach | Verdict);
  }

  add(found: Found): void {
    const result = { ...found, version: this.#versionOf(found.test) } as Reach | Verdict;
    this.#all.push(result);
    appendFileSync(this.#file, `${JSON.stringify(result)}\n`);
  }

  /** The tests that have run, by name, as they are now. */
  reaches(sample: string): Map<string, Reach> {
    const found = this.#all.filter((one) => one.kind === 'reach' && one.sample === sample) as Reach[];
    return new Map(found.filter((one) => this.#isCurrent(one)).map((one) => [one.test, one]));
  }

  noticed(): Map<string, string> {
    const verdicts = this.#all.filter((one) => one.kind === 'verdict' && one.noticed) as Verdict[];
    return new Map(verdicts.map(({ fault, test }) => [fault, test]));
  }

  /** Tests that have run with the fault, as they are now. */
  tried(fault: string): Set<string> {
    const verdicts = this.#all.filter((one) => one.kind === 'verdict' && one.fault === fault) as Verdict[];
    return new Set(verdicts.filter((one) => this.#isCurrent(one)).map(({ test }) => test));
  }

  /** A test that has changed since is asked again. */
  #isCurrent({ test, version }: Reach | Verdict): boolean {
    return existsSync(join(this.#folder, test)) && this.#versionOf(test) === version;
  }

  #versionOf(test: string): string {
    return createHash('sha1')
      .update(readFileSync(join(this.#folder, test)))
      .digest('hex')
      .slice(0, 16);
  }
}
