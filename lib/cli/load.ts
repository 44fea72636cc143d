/** `npm run load`: drives a stack of its own on this machine, and exits with 1 when something was lost, doubled, untold or answered with 5xx. */
import { describeLoad } from '#lib/proof/load/print';
import { readLoadOptions, USAGE } from '#lib/proof/load/options';
import { runLoad } from '#lib/proof/load/run';
import { program } from './program.ts';

await program(USAGE, async (args) => {
  const outcome = await runLoad(readLoadOptions(args), (text) => { console.error(`${text} ...`); });
  console.log(describeLoad(outcome));
  if (outcome.findingCount > 0) process.exitCode = 1;
});
