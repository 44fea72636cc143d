/**
 * Random operations on the service and on a plain model of it, compared after each. `calendar-model.ts` and
 * `world-model.ts` are the model, `real-world.ts` asks the service, `writes.ts` changes both, `comparisons.ts` compares.
 * A difference is shrunk by fast-check to the fewest operations that show it.
 */
import fc from 'fast-check';
import { someone } from '#test/support/people';
import {
  compareCopies,
  compareInstances,
  compareList,
  compareOne,
  compareSync,
  look,
  type Look,
} from './comparisons.ts';
import { RealWorld, type Service } from './real-world.ts';
import { CALENDARS, PEOPLE, WorldModel } from './world-model.ts';
import {
  change,
  changeOneInstance,
  draft,
  importEvent,
  insert,
  move,
  patchEvent,
  quickAdd,
  remind,
  removeEvent,
  reply,
  updateEvent,
  type Actor,
  type Write,
} from './writes.ts';

type Command = fc.AsyncCommand<WorldModel, RealWorld, true>;

/** Each run begins where the clock of the service stood when the one before ended. */
export interface ModelRun extends Service {
  readonly seed: number;
  readonly runs: number;
  /** At most so many operations in a run. */
  readonly length: number;
}

export interface ModelOutcome {
  /** How many operations were compared, those of shrinking included. */
  readonly operations: number;
  /** The fewest operations that show a difference, and how to repeat them. */
  readonly fault?: string;
}

const actor: fc.Arbitrary<Actor> = fc.record({
  who: fc.constantFrom(...PEOPLE, 'alice', 'bob'),
  calendar: fc.constantFrom(...CALENDARS, 'one'),
});
const reminder = fc.constantFrom('5', '10', 'default');
const answer = fc.option(fc.constantFrom('accepted', 'declined'), { nil: undefined, freq: 3 });

/** Every kind of write with its arguments, the frequent ones several times. */
function arbitraryWrites(): fc.Arbitrary<[name: string, write: Write, parts: readonly unknown[]]>[] {
  const at = fc.nat(20);
  const of = <Parts extends unknown[]>(
    name: string,
    make: (...parts: Parts) => Write,
    ...parts: { [K in keyof Parts]: fc.Arbitrary<Parts[K]> }
  ) => fc.tuple<Parts>(...parts).map((drawn): [string, Write, readonly unknown[]] => [name, make(...drawn), drawn]);
  const count = fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined });
  const none = fc.constant(undefined);
  const instanceChange = fc.oneof(change, fc.constant('delete' as const));
  return [
    of('insert', insert, actor, draft),
    of('insert', insert, actor, draft),
    of('quickAdd', quickAdd, actor),
    of('import', importEvent, actor, draft, fc.constantFrom('first', 'second')),
    of('patch', patchEvent, actor, at, change, count, answer),
    of('patch', patchEvent, actor, at, change, count, none),
    of('update', updateEvent, actor, at, draft),
    of('delete', removeEvent, actor, at),
    of('instance', changeOneInstance, actor, at, at, instanceChange),
    of('instance', changeOneInstance, actor, at, at, instanceChange),
    of('remind', remind, actor, at, none, reminder),
    of('remind an instance', remind, actor, at, at, reminder),
    of('move', move, actor, at),
    of('reply', reply, at, fc.constantFrom('accepted', 'declined', 'tentative')),
  ];
}

export async function runModel({ seed, runs, length, ...service }: ModelRun): Promise<ModelOutcome> {
  let operations = 0;
  const command = (name: string, parts: readonly unknown[], run: Command['run']): Command => ({
    check: () => Promise.resolve(true),
    run: async (model, real) => {
      operations += 1;
      await run(model, real);
    },
    toString: () => `${name} ${JSON.stringify(parts)}`,
  });
  const writing = arbitraryWrites().map((write) =>
    fc.tuple(write, look).map(([[name, act, parts], seen]: [[string, Write, readonly unknown[]], Look]) =>
      command(name, [...parts, seen], async (model, real) => {
        const id = await act(model, real);
        await real.settle();
        if (id !== undefined) {
          for (const who of PEOPLE) await compareOne(model, real, who, seen.calendar, id);
          await compareInstances(model, real, seen, id);
        }
        await compareList(model, real, seen);
        await compareCopies(model, real);
      }),
    ),
  );
  const sharing = fc.constantFrom('writer' as const, 'reader' as const, 'freeBusyReader' as const).map((role) =>
    command('share', [role], async (model, real) => {
      service.clock.pass({ minutes: 1 });
      await real.share('carol', role);
      model.roles.carol = role;
    }),
  );
  const syncing = fc
    .tuple(look, fc.constantFrom('2', '250'))
    .map(([seen, size]) => command('sync', [seen, size], (model, real) => compareSync(model, real, seen, size)));
  const commands = fc.commands<WorldModel, RealWorld, true>([...writing, sharing, syncing, syncing, syncing], {
    maxCommands: length,
    size: 'max',
  });
  const property = fc.asyncProperty(commands, async (drawn) => {
    const people = { alice: someone('alice'), bob: someone('bob'), carol: someone('carol'), guest: someone('guest') };
    const real = await RealWorld.open(service, people);
    await fc.asyncModelRun(() => ({ model: new WorldModel(), real }), drawn);
  });
  const result = await fc.check(property, { seed, numRuns: runs, verbose: 0 });
  if (!result.failed) return { operations };
  return { operations, fault: `${fc.defaultReportMessage(result) ?? ''}\n${String(result.errorInstance)}` };
}
