/**
 * The roles of load clients: what each does repeatedly, and what must be true at the end.
 * `calendar-role.ts` (with `team.ts` and `synced-copy.ts`), `books-role.ts` and `ads-role.ts` (with `conversions.ts`
 * and `reports.ts`); `hostile-role.ts` is one client who means harm to the others.
 */
import type { Chance } from '#test/tools/load/client/chance';
import type { Findings } from '#test/tools/load/client/findings';
import type { Wire } from '#test/tools/load/client/wire';

export interface Role {
  step(): Promise<void>;
  /** After all clients stopped: the server has what it acknowledged, and nothing else. */
  verify(): Promise<void>;
}

export interface Dependencies {
  /** Unique in this run. */
  readonly name: string;
  readonly wire: Wire;
  readonly chance: Chance;
  readonly findings: Findings;
}
