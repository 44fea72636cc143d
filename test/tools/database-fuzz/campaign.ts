/** Runs many episodes in parallel, each on its own tables, until enough commands were compared. */
import type { CommandName } from './commands/command.ts';
import { playEpisode, type Finding, type Databases, type Plan } from './episode.ts';
import { shrink, type Shrunk } from './shrink.ts';

export interface Campaign {
  readonly commands: number;
  readonly seed: number;
  /** The first when left out. */
  readonly firstEpisode?: number;
  /** DynamoDB Local is faster with several requests at a time. */
  readonly atOnce: number;
  /** Stops after this many: the same fault shows up often. */
  readonly maxFindings: number;
  /** How often an episode is repeated to find a smaller one. */
  readonly maxTrials?: number;
  progress?(played: number): void;
}

export interface Fault extends Shrunk {
  readonly plan: Plan;
  readonly finding: Finding;
}

export interface Row {
  readonly name: CommandName;
  answered: number;
  refused: number;
}

export interface Outcome {
  readonly played: number;
  readonly rows: readonly Row[];
  readonly faults: readonly Fault[];
}

/** Findings with the same signature are most likely the same fault. */
function signature({ command, differences: [first = { kind: '', reference: '', own: '' }] }: Finding): string {
  const { kind, reference, own } = first;
  const texts =
    kind === 'only the reference refuses'
      ? [reference]
      : kind === 'only ours refuses'
        ? [own]
        : kind === 'name of the error'
          ? [reference, own]
          : [];
  return [command?.name, kind, ...texts.map((text) => text.slice(0, 60))].join(' ');
}

const COMMANDS = 300;
const HEAVY_COMMANDS = 40;

/** Every twelfth has large items; every third of the others has index entries with equal sort keys. */
function planOf(seed: number, episode: number): Plan {
  const isHeavy = episode % 12 === 5;
  return {
    seed: Math.imul(seed + 1, 0x9e3779b1) + episode,
    commands: isHeavy ? HEAVY_COMMANDS : COMMANDS,
    hasTies: episode % 3 === 1,
    isHeavy,
  };
}

export async function compareDatabases(
  databases: Databases,
  { commands, seed, firstEpisode = 0, atOnce, maxFindings, maxTrials = 200, progress }: Campaign,
): Promise<Outcome> {
  const faults: Fault[] = [];
  const met = new Set<string>();
  const rows = new Map<CommandName, Row>();
  let played = 0;
  let nextEpisode = firstEpisode;
  /** Commands that the episodes which are being played still have before them. */
  let ahead = 0;
  const count = (name: CommandName, isRefused: boolean): void => {
    const row = rows.get(name) ?? { name, answered: 0, refused: 0 };
    row[isRefused ? 'refused' : 'answered'] += 1;
    rows.set(name, row);
    played += 1;
    progress?.(played);
  };

  async function worker(): Promise<void> {
    while (played + ahead < commands && faults.length < maxFindings) {
      const plan = planOf(seed, nextEpisode);
      nextEpisode += 1;
      let left = plan.commands;
      ahead += left;
      const countOne: typeof count = (...one) => {
        left -= 1;
        ahead -= 1;
        count(...one);
      };
      const finding = await playEpisode(databases, plan, { count: countOne });
      ahead -= left;
      if (finding === undefined || met.has(signature(finding))) continue;
      met.add(signature(finding));
      faults.push({ plan, finding, ...(await shrink(databases, plan, finding, maxTrials)) });
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { played, rows: [...rows.values()], faults };
}
