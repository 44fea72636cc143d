/** What a client does over and over, and what must be true when it has ended. */
import type { Chance } from './chance.ts';
import type { Findings } from './findings.ts';
import type { Wire } from './wire.ts';

export interface Role {
  step(): Promise<void>;
  /** After everybody has stopped: the server has what was acknowledged, and nothing else. */
  verify(): Promise<void>;
}

export interface Surroundings {
  /** Unique in this run. */
  readonly name: string;
  readonly wire: Wire;
  readonly chance: Chance;
  readonly findings: Findings;
}
