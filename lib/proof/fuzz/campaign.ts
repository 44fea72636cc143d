/** A given number of requests, a table of what came back, and what was wrong with it. */
import type { Door, Sent } from '../door.ts';
import { seededRandom, type Random } from '../random.ts';
import type { Holdings } from '../world/holdings.ts';
import type { Surrounding } from './believable.ts';
import { declaredOperations, type DeclaredOperation } from './declared.ts';
import { draftFromSample, draftFromSchema, written } from './draft.ts';
import { MUTATIONS, type Means } from './mutations.ts';
import { allowedStatuses } from './statuses.ts';
import { faultsOf } from './verdict.ts';

export interface Battlefield {
  /** Nine of ten requests go through the first. */
  readonly doors: readonly [Door, ...Door[]];
  readonly own: Holdings;
  readonly foreign: Holdings;
  readonly secrets: readonly string[];
  /** Another token now and then: the old ones expire. */
  readonly means: Omit<Means, 'random'>;
}

export interface Campaign {
  readonly requests: number;
  readonly seed: number;
  /** Ids of operations that begin so. */
  readonly only?: string | undefined;
  readonly atOnce: number;
  progress?(done: number): void;
}

export interface Row {
  readonly operation: string;
  requests: number;
  readonly statuses: Map<number, number>;
  slowestMs: number;
  slowest: Sent | undefined;
}

export interface Finding {
  readonly operation: string;
  readonly sent: Sent;
  readonly status: number;
  readonly faults: readonly string[];
  readonly answer: string;
}

export interface Outcome {
  readonly rows: readonly Row[];
  readonly findings: readonly Finding[];
}

const ANSWER_SHOWN = 300;

function makeRequest(operation: DeclaredOperation, random: Random, { own, foreign, means }: Battlefield): { sent: Sent; allowed: ReadonlySet<number> } {
  const surrounding: Surrounding = { random, own, foreign };
  const draft = random.percent(70) ? draftFromSample(operation, surrounding) : draftFromSchema(operation, surrounding);
  draft.headers['authorization'] = `Bearer ${means.token}`;
  const changes = random.pick([0, 1, 1, 1, 1, 1, 1, 2, 2, 3]);
  for (let change = 0; change < changes; change += 1) random.pick(MUTATIONS)?.(draft, { ...means, random });
  return { sent: written(draft), allowed: allowedStatuses(operation, draft.isAstray) };
}

/** Operations take turns; the same seed asks the same questions in the same order. */
export async function fuzz(field: Battlefield, { requests, seed, only = '', atOnce, progress }: Campaign): Promise<Outcome> {
  const operations = declaredOperations.filter(({ id }) => id.startsWith(only));
  const rows = new Map(operations.map(({ id }): [string, Row] => [id, { operation: id, requests: 0, statuses: new Map(), slowestMs: 0, slowest: undefined }]));
  const findings: Finding[] = [];
  const random = seededRandom(seed);
  let begun = 0;

  async function worker(): Promise<void> {
    while (begun < requests && operations.length > 0) {
      const operation = operations[begun % operations.length] as DeclaredOperation;
      begun += 1;
      progress?.(begun);
      const { sent, allowed } = makeRequest(operation, random, field);
      const door = random.percent(90) ? field.doors[0] : random.pick(field.doors);
      const got = await (door ?? field.doors[0])(sent);
      const row = rows.get(operation.id) as Row;
      row.requests += 1;
      row.statuses.set(got.status, (row.statuses.get(got.status) ?? 0) + 1);
      if (got.ms > row.slowestMs) Object.assign(row, { slowestMs: got.ms, slowest: sent });
      const faults = faultsOf(sent, got, { allowed, secrets: field.secrets });
      if (faults.length > 0) findings.push({ operation: operation.id, sent, status: got.status, faults, answer: got.text.slice(0, ANSWER_SHOWN) });
    }
  }

  await Promise.all(Array.from({ length: atOnce }, worker));
  return { rows: [...rows.values()], findings };
}
