/**
 * Control of a local stack, for tests: this folder serves `/_almanac/`. `serve.ts` stands before the functions,
 * `operations/` declares what can be asked, `world.ts` copies and restores data, `clock.ts` is the time that everything
 * obeys, `background.ts` waits for what functions do beside requests, `guard.ts` says who may ask.
 */
import { badRequest, notFound } from '#lib/api/errors';
import { faultRules, type FaultRules } from '#lib/local/faults/http/rules';
import { SAMPLE_DATA } from '#lib/local/sample/sample-data';
import type { LocalIssuer } from '#lib/local/sign-in/issuer';
import type { Background } from './background.ts';
import type { StackClock } from './clock.ts';
import { exclusive, type Exclusive } from './exclusive.ts';
import { importBooks } from './import-books.ts';
import type { ClockMove, Control } from './model/control.ts';
import type { ClockState } from './model/records.ts';
import { openChannels } from './open-channels.ts';
import { operationIdOf } from './operation-ids.ts';
import { readOutbox } from './outbox.ts';
import { openRecords, type Records } from './records.ts';
import type { World } from './world.ts';

/** What `reset` goes back to; a snapshot of this name replaces it. */
export const FRESH = 'fresh';

/** Known before the stack is ready. */
export interface Traffic {
  readonly records: Records;
  readonly faults: FaultRules;
  readonly requests: Exclusive;
}

export const openTraffic = (): Traffic => ({ records: openRecords(), faults: faultRules(), requests: exclusive() });

export interface ControlParts extends Traffic {
  readonly clock: StackClock;
  readonly world: World;
  readonly background: Background;
  readonly issuer: Pick<LocalIssuer, 'sign'>;
  readonly outbox: string;
  readonly key: string;
}

/** Of a large world no copy is made at the start, and other databases than the embedded one have none. */
const noSnapshot = (name: string): Error =>
  name === FRESH
    ? badRequest('invalid', `A world of this size is not copied at the start: take a snapshot named '${FRESH}' first.`)
    : notFound(`There is no snapshot named '${name}'.`);

/** Loaded where it is asked for: most stacks have no seed. */
async function applyDocument(document: unknown): Promise<void> {
  const [{ applySeed }, { WrongSeed }] = await Promise.all([
    import('#lib/local/sample/seed-file/apply-seed'),
    import('#lib/local/sample/seed-file/form/problem'),
  ]);
  await applySeed(document).catch((error: unknown) => {
    throw error instanceof WrongSeed ? badRequest('invalid', error.message, { cause: error }) : error;
  });
}

async function move(clock: StackClock, moved: ClockMove): Promise<void> {
  if ('set' in moved) clock.set(moved.set, moved.isFrozen);
  else if ('advance' in moved) await clock.advance(moved.advance);
  else clock.release();
}

export function openControl(parts: ControlParts): Control {
  const { records, faults, requests, clock, world, background, issuer, outbox, key } = parts;
  const startState = clock.state();

  /** Functions that run beside requests end first, and what they have not read is dropped. */
  const replace = async (name: string): Promise<void> => {
    if (!world.has(name)) throw noSnapshot(name);
    await background.stop();
    try {
      world.restore(name);
    } finally {
      background.startAnew();
    }
  };
  const moveClock = async (moved: ClockMove): Promise<ClockState> => {
    await move(clock, moved);
    await background.catchUp();
    return clock.state();
  };
  return {
    reset: () =>
      requests.alone(async () => {
        await replace(FRESH);
        records.clear();
        faults.clear();
        clock.release();
        if (startState.mode !== 'real') clock.set(startState.now, startState.mode === 'frozen');
      }),
    snapshot: (name) =>
      requests.alone(async () => {
        if (name === '') throw badRequest('invalid', 'A snapshot needs a name.');
        await background.settle();
        world.take(name);
      }),
    restore: (name) => requests.alone(() => replace(name)),
    snapshots: () => world.names(),
    async seed({ world, ...document } = {}) {
      const isSample = world === 'sample' || Object.keys(document).length === 0;
      if (isSample) await Promise.all(SAMPLE_DATA.map(({ seed }) => seed()));
      else await applyDocument(world === undefined ? document : { world, ...document });
      await background.settle();
    },
    async exportSeed() {
      await background.settle();
      const { exportSeed } = await import('#lib/local/sample/seed-file/export-seed');
      return exportSeed();
    },
    moveClock,
    clock: () => clock.state(),
    faults,
    requests: (after) =>
      records
        .requests()
        .filter(({ number }) => number > after)
        .map((asked) => ({ ...asked, operation: operationIdOf(asked.method, asked.path) })),
    async outbox() {
      await background.settle();
      return readOutbox(outbox);
    },
    async deliveries() {
      await background.settle();
      return records.deliveries();
    },
    channels: openChannels,
    importBooks,
    token: (grant) => issuer.sign(grant),
    key: () => key,
  };
}
