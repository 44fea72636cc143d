/** Describes a finding: the commands that lead to it, and both answers. */
import type { Fault } from './campaign.ts';
import { shapesNamed } from './commands/tables.ts';
import { asText } from './engines/answers.ts';
import { commandsOf } from './episode.ts';

const SHOWN = 1_500;
const MAX_STRING_LENGTH = 120;

/** Removes the episode number from table names and shortens long strings. */
const brief = (value: unknown): string =>
  asText(value)
    .replaceAll(/fuzz-\d+-/g, '')
    .replaceAll(/(x{100,})/g, (run) => (run.length > MAX_STRING_LENGTH ? `x*${String(run.length)}` : run))
    .slice(0, SHOWN);

export function describeFault({ plan, places, shrunk }: Fault): string {
  const all = commandsOf(plan, shapesNamed('fuzz-0'), 'fuzz-0');
  const before = places
    .filter((place) => place !== shrunk.at)
    .map((place) => `  ${all[place]?.name ?? ''} ${brief(all[place]?.input)}`);
  const { command } = shrunk;
  const followed = command?.readsAllPages === true ? ', followed' : '';
  const last =
    command === undefined ? '  (after the last command)' : `  ${command.name}${followed} ${brief(command.input)}`;
  const differences = shrunk.differences.map(
    ({ kind, reference, own }) => `  ${kind}\n    expected ${brief(reference)}\n    ours     ${brief(own)}`,
  );
  return [`episode ${JSON.stringify(plan)}, commands ${places.join(' ')}`, ...before, last, ...differences].join('\n');
}
