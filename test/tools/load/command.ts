/**
 * `npm run load`: simulates many clients on a separate stack, and exits with 1 if something was lost, duplicated, not
 * notified or answered with 5xx.
 * `run.ts` is the whole run. `roles/` says what each kind of client does and checks, `client/` sends and counts
 * requests, `receiver.ts` takes push messages, `print.ts` prints the result.
 */
import { command, numberOf } from '#lib/command/command';
import { program } from '#lib/command/program';
import { openProgress } from '#lib/command/progress';
import type { LoadOptions } from './options.ts';
import { describeLoad } from './print.ts';
import { runLoad } from './run.ts';

async function run(options: LoadOptions): Promise<void> {
  const progress = openProgress();
  const outcome = await runLoad(options, progress.show).finally(progress.clear);
  console.log(describeLoad(outcome));
  if (outcome.findingCount > 0) process.exitCode = 1;
}

await program(
  'npm run load',
  command({
    does: 'Runs many clients against a stack of its own. Exits with 1 if a write is lost, doubled or not notified, or a request fails.',
    options: {
      seconds: { type: 'string', value: 'N', default: '60', does: 'how long the clients work, at most 3600' },
      clients: { type: 'string', value: 'N', default: '32', does: 'how many work at once, at most 256' },
      kills: {
        type: 'string',
        value: 'N',
        default: '0',
        does: 'how often the stack is killed with SIGKILL and started again on its data, at most 50',
      },
      faults: {
        type: 'string',
        value: 'P',
        default: '0',
        does: 'share of database and storage calls that fail, at most 0.5',
      },
      seed: { type: 'string', value: 'N', default: '1', does: 'what the clients choose to do' },
    },
    example: '--clients 16 --faults 0.1 --kills 10',
    run: ({ seconds, clients, kills, faults, seed }) =>
      run({
        seconds: numberOf('seconds', seconds, 1, 3600),
        clients: Math.floor(numberOf('clients', clients, 1, 256)),
        kills: Math.floor(numberOf('kills', kills, 0, 50)),
        faults: numberOf('faults', faults, 0, 0.5),
        seed: numberOf('seed', seed, 0, 2 ** 31),
      }),
  }),
);
