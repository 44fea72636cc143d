/** What a client does over and over, and what must be true when it has ended. */
import type { Chance } from '#test/tools/load/client/chance';
import type { Findings } from '#test/tools/load/client/findings';
import type { Wire } from '#test/tools/load/client/wire';

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
