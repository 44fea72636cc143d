/** Finds fewer commands, and a smaller last one, that show the same fault. */
import type { Command } from './commands/command.ts';
import { playEpisode, type Finding, type Databases, type Plan } from './episode.ts';

export interface Shrunk {
  readonly places: readonly number[];
  readonly shrunk: Finding;
}

type Path = readonly (string | number)[];

/** The paths of everything that could be left out. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || value instanceof Set || value instanceof Uint8Array) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const step = Array.isArray(value) ? Number(name) : name;
    return step === 'TableName' ? [] : [[...path, step], ...pathsIn(part, [...path, step])];
  });
}

function without(command: Command, path: Path): Command {
  const input = structuredClone(command.input);
  const parent = path.slice(0, -1).reduce<unknown>((part, step) => (part as Record<string, unknown>)[step], input);
  const last = path.at(-1) ?? '';
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else Reflect.deleteProperty(parent as object, last);
  return { ...command, input };
}

const kinds = ({ differences }: Finding): string => [...new Set(differences.map(({ kind }) => kind))].sort().join();

export async function shrink(databases: Databases, plan: Plan, finding: Finding, maxTrials: number): Promise<Shrunk> {
  let trials = 0;
  let shrunk = finding;
  const isShown = async (places: readonly number[], changed?: (last: Command) => Command): Promise<boolean> => {
    trials += 1;
    const found = await playEpisode(databases, plan, { chosen: places, changed });
    if (found === undefined || kinds(found) !== kinds(finding)) return false;
    shrunk = found;
    return true;
  };

  const last = finding.command === undefined ? [] : [finding.at];
  let places = Array.from({ length: finding.command === undefined ? plan.commands : finding.at }, (_, place) => place);
  if (last.length > 0 && (await isShown(last))) places = [];
  for (let size = Math.ceil(places.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < places.length && trials < maxTrials / 2;) {
      const fewer = places.toSpliced(from, size);
      if (await isShown([...fewer, ...last])) places = fewer;
      else from += size;
    }
  }
  if (finding.command !== undefined) {
    let smallest = finding.command;
    let removed: Path[] = [];
    for (let index = 0; trials < maxTrials; index += 1) {
      const path = pathsIn(smallest.input)[index];
      if (path === undefined) break;
      const attempt = [...removed, path];
      if (!(await isShown([...places, ...last], (command) => attempt.reduce(without, command)))) continue;
      removed = attempt;
      smallest = without(smallest, path);
      index -= 1;
    }
  }
  return { places: [...places, ...last], shrunk };
}
