/** Sends a given number of random requests, counts the answers per operation, and collects what was wrong. */
import type { UserData } from '#test/tools/fixtures/user-data';
import { seededRandom, type Random } from '#test/tools/shared/random';
import type { SendRequest, SentRequest } from '#test/tools/shared/request-sender';
import { declaredOperations, type DeclaredOperation } from './declared.ts';
import { draftFromSample, draftFromSchema, toRequest } from './draft.ts';
import { MUTATIONS, type MutationInputs } from './mutations.ts';
import { allowedStatuses } from './statuses.ts';
import type { ValueContext } from './valid-values.ts';
import { faultsOf } from './verdict.ts';

export interface FuzzFixtures {
  /** Most requests use the first. */
  readonly senders: readonly [SendRequest, ...SendRequest[]];
  own: UserData;
  /** The requests delete, move and transfer the caller's data: creates new data. */
  renew(): Promise<UserData>;
  readonly foreign: UserData;
  readonly secrets: readonly string[];
  readonly means: Omit<MutationInputs, 'random'>;
}

export interface Campaign {
  readonly requests: number;
  readonly seed: number;
  /** Only operations whose id begins with this. */
  readonly only?: string | undefined;
  readonly atOnce: number;
  progress?(done: number): void;
}

export interface Row {
  readonly operation: string;
  requests: number;
  readonly statuses: Map<number, number>;
  slowestMs: number;
}

export interface Finding {
  readonly operation: string;
  readonly sent: SentRequest;
  readonly status: number;
  readonly faults: readonly string[];
  readonly answer: string;
}

export interface Slow {
  readonly operation: string;
  readonly sent: SentRequest;
  readonly ms: number;
}

export interface Outcome {
  readonly rows: readonly Row[];
  /** Requests that took too long, also when repeated on an idle stack. */
  readonly slow: readonly Slow[];
  readonly findings: readonly Finding[];
}

const ANSWER_SHOWN = 300;
const RENEWED_EVERY = 150;
export const SLOW_MS = 2_000;
/** Servers refuse longer headers before they reach a function. */
const MAX_HEAD_LENGTH = 12_000;

const isShort = ({ url, headers }: SentRequest): boolean =>
  url.length + JSON.stringify(headers).length < MAX_HEAD_LENGTH;

function makeRequest(
  operation: DeclaredOperation,
  random: Random,
  { own, foreign, means }: FuzzFixtures,
): { sent: SentRequest; allowed: ReadonlySet<number> } {
  const context: ValueContext = { random, own, foreign, operationId: operation.id };
  const draft = random.percent(70) ? draftFromSample(operation, context) : draftFromSchema(operation, context);
  draft.headers['authorization'] = `Bearer ${means.token}`;
  const changes = random.pick([0, 1, 1, 1, 1, 1, 1, 2, 2, 3]);
  for (let change = 0; change < changes; change += 1) random.pick(MUTATIONS)?.(draft, { ...means, random });
  return { sent: toRequest(draft), allowed: allowedStatuses(operation, draft.mayReachOther) };
}

/** Repeats slow requests: a busy machine makes anything slow once. */
async function confirm(suspects: readonly Slow[], send: SendRequest): Promise<Slow[]> {
  const slow: Slow[] = [];
  for (const suspect of suspects) {
    const { ms } = await send(suspect.sent);
    if (ms > SLOW_MS) slow.push({ ...suspect, ms });
  }
  return slow;
}

/** Operations take turns; the same seed makes the same choices. */
export async function fuzz(
  fixtures: FuzzFixtures,
  { requests, seed, only = '', atOnce, progress }: Campaign,
): Promise<Outcome> {
  const operations = declaredOperations.filter(({ id }) => id.startsWith(only));
  const rows = new Map(
    operations.map(({ id }): [string, Row] => [id, { operation: id, requests: 0, statuses: new Map(), slowestMs: 0 }]),
  );
  const findings: Finding[] = [];
  const slow: Slow[] = [];
  const random = seededRandom(seed);
  let begun = 0;

  async function worker(): Promise<void> {
    while (begun < requests && operations.length > 0) {
      const operation = operations[begun % operations.length] as DeclaredOperation;
      begun += 1;
      progress?.(begun);
      if (begun % RENEWED_EVERY === 0) fixtures.own = await fixtures.renew();
      const { sent, allowed } = makeRequest(operation, random, fixtures);
      const send = random.percent(80) || !isShort(sent) ? fixtures.senders[0] : random.pick(fixtures.senders);
      const got = await send(sent);
      const row = rows.get(operation.id) as Row;
      row.requests += 1;
      row.statuses.set(got.status, (row.statuses.get(got.status) ?? 0) + 1);
      row.slowestMs = Math.max(row.slowestMs, got.ms);
      if (got.ms > SLOW_MS) slow.push({ operation: operation.id, sent, ms: got.ms });
      const faults = faultsOf(sent, got, { allowed, secrets: fixtures.secrets });
      if (faults.length > 0)
        findings.push({
          operation: operation.id,
          sent,
          status: got.status,
          faults,
          answer: got.text.slice(0, ANSWER_SHOWN),
        });
    }
  }

  await Promise.all(Array.from({ length: atOnce }, worker));
  return { rows: [...rows.values()], slow: await confirm(slow, fixtures.senders[0]), findings };
}
