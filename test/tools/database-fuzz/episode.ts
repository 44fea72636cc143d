/** Sends commands to new tables of both databases until an answer differs; then compares streams and tables. */
import { seededRandom } from '#test/tools/shared/random';
import type { Command, CommandName } from './commands/command.ts';
import { commands } from './commands/commands.ts';
import { shapesNamed, type Shape } from './commands/tables.ts';
import type { Item } from './commands/values.ts';
import { getAnswer, asText } from './engines/answers.ts';
import { compareAnswers, type Difference } from './engines/compare.ts';
import { LAST, type Engine, type Tables } from './engines/engines.ts';
import { invariantsOf, type TableState } from './engines/invariants.ts';

export interface Plan {
  readonly seed: number;
  readonly commands: number;
  readonly hasTies: boolean;
  readonly isHeavy: boolean;
}

/** Without a reference, only the invariants of ours are checked. */
export interface Databases {
  readonly reference: Engine | undefined;
  readonly own: Engine;
}

export interface Finding {
  /** Undefined: found after all commands, in the streams, the tables or the invariants. */
  readonly command: Command | undefined;
  readonly differences: readonly Difference[];
  /** Index of the command. */
  readonly at: number;
}

/** The SDK cannot read back a fraction beyond 2^53: such answers cannot be compared. */
const isUnreadable = (message = ''): boolean => message.includes("can't be converted to BigInt");

let opened = 0;

/** By index: a part of an episode can be repeated under other names. */
export function commandsOf(plan: Plan, shapes: readonly Shape[], prefix: string): Command[] {
  return commands(
    { random: seededRandom(plan.seed), shapes, hasTies: plan.hasTies, isHeavy: plan.isHeavy, prefix },
    plan.commands,
  );
}

async function wholeTable(tables: Tables, TableName: string): Promise<Item[]> {
  const answer = await getAnswer(tables, {
    name: 'Scan',
    input: { TableName, ConsistentRead: true },
    readsAllPages: true,
  });
  if (answer.refusal !== undefined) throw new Error(`A scan of the whole table failed: ${answer.refusal.message}`);
  return answer.pages
    .flatMap(({ Items = [] }) => Items)
    .toSorted((a, b) => (asText([a['pk'], a['sk']]) < asText([b['pk'], b['sk']]) ? -1 : 1));
}

async function readTableState(tables: Tables, shape: Shape): Promise<TableState> {
  await getAnswer(tables, { name: 'Put', input: { TableName: shape.tableName, Item: LAST } });
  return { shape, items: await wholeTable(tables, shape.tableName), changes: await tables.changes(shape.tableName) };
}

/** The first position where two lists differ. */
function firstDifference(kind: string, reference: readonly unknown[], own: readonly unknown[]): Difference[] {
  const length = Math.max(reference.length, own.length);
  const place = Array.from({ length }, (_, index) => index).find(
    (index) => asText(reference[index]) !== asText(own[index]),
  );
  return place === undefined
    ? []
    : [
        {
          kind,
          reference: `${String(place)}: ${asText(reference[place])}`,
          own: `${String(place)}: ${asText(own[place])}`,
        },
      ];
}

async function compareEnds(
  own: Tables,
  reference: Tables | undefined,
  shapes: readonly Shape[],
): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const shape of shapes) {
    const ours = await readTableState(own, shape);
    differences.push(...(await invariantsOf(own, ours)));
    if (reference === undefined) continue;
    const theirs = await readTableState(reference, shape);
    differences.push(
      ...firstDifference('final table', theirs.items, ours.items),
      ...firstDifference('stream', theirs.changes, ours.changes),
    );
  }
  return differences;
}

interface Part {
  /** Indexes of commands; all if absent. */
  readonly chosen?: readonly number[];
  /** Changes the last command. */
  readonly changed?: ((last: Command) => Command) | undefined;
  count?(name: CommandName, isRefused: boolean): void;
}

/** Runs the commands of a plan, or a part of them, on new tables. */
export async function playEpisode(
  databases: Databases,
  plan: Plan,
  { chosen, changed, count }: Part = {},
): Promise<Finding | undefined> {
  opened += 1;
  const prefix = `fuzz-${String(opened)}`;
  const shapes = shapesNamed(prefix);
  const all = commandsOf(plan, shapes, prefix);
  const places = chosen ?? [...all.keys()];
  const intendedDifferences = databases.reference?.intendedDifferences ?? [];
  const [own, reference] = await Promise.all([databases.own.open(shapes), databases.reference?.open(shapes)]);
  try {
    for (const at of places) {
      const made = all[at] as Command;
      const command = changed !== undefined && at === places.at(-1) ? changed(made) : made;
      const [ours, theirs] = await Promise.all([
        getAnswer(own, command),
        reference === undefined ? undefined : getAnswer(reference, command),
      ]);
      count?.(command.name, ours.refusal !== undefined);
      if (theirs === undefined) continue;
      if (isUnreadable(theirs.refusal?.message)) return undefined;
      const answers = intendedDifferences.reduce((left, { apply }) => apply(command, left), {
        reference: theirs,
        own: ours,
      });
      const differences = compareAnswers(command, plan.hasTies, answers);
      if (differences.length > 0) return { command, differences, at };
    }
    const differences = await compareEnds(own, reference, shapes);
    return differences.length > 0 ? { command: undefined, differences, at: plan.commands } : undefined;
  } catch (error) {
    if (error instanceof Error && isUnreadable(error.message)) return undefined;
    throw error;
  } finally {
    await Promise.all([own.drop(), reference?.drop()]);
  }
}
