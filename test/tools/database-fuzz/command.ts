/**
 * `npm run fuzz -- --database`: sends the same random commands to the embedded database and to DynamoDB Local.
 * `campaign.ts` runs many episodes; `episode.ts` is one: commands (from `commands/`) on new tables of both databases
 * (`engines/`), compared after each command. `shrink.ts` reduces a failing episode, `report.ts` prints it.
 */
import { openProgress } from '#lib/command/progress';
import { compareDatabases } from './campaign.ts';
import { INTENDED_DIFFERENCES } from './engines/differences.ts';
import { openReference } from './engines/dynamodb-local.ts';
import { embeddedEngine } from './engines/embedded.ts';
import { describeFault } from './report.ts';

/** Exits with 1 if an answer differs. Needs Java for DynamoDB Local. */
export async function fuzzDatabase(commands: number, seed: number): Promise<void> {
  const progress = openProgress();
  const campaign = {
    commands,
    seed,
    atOnce: 6,
    maxFindings: 20,
    progress(played: number) {
      progress.show('commands', Math.min(played, commands), commands);
    },
  };
  const reference = await openReference();
  try {
    console.log(`The seed is ${String(seed)}. What differs on purpose:`);
    for (const { what } of INTENDED_DIFFERENCES) console.log(`  ${what}`);
    const { played, rows, faults } = await compareDatabases({ reference, own: embeddedEngine }, campaign);
    progress.clear();
    for (const { name, answered, refused } of rows) {
      console.log(`${name.padEnd(22)} ${String(answered).padStart(7)} answered ${String(refused).padStart(7)} refused`);
    }
    for (const fault of faults) console.log(`\n${describeFault(fault)}`);
    console.log(`\n${String(played)} commands with the seed ${String(seed)}, ${String(faults.length)} differences.`);
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    progress.clear();
    await reference.close();
  }
}
