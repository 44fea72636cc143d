/**
 * `npm run isolation`: what each caller gets of one person's data. Exits with 1 if it differs from the declared table.
 * `callers.ts` has the callers, `requests.ts` one request per operation, `table.ts` sends all of them and records the
 * answers, `expectations.ts` is the declared table. `colliding-ids.ts` gives the ids of others to events of one's own.
 */
import { command } from '#lib/command/command';
import { program } from '#lib/command/program';
import { openProgress } from '#lib/command/progress';
import { guestsOn } from '#test/tools/fuzz/attacks/run-attacks';
import { closeBenchStack, openBenchStack } from '#test/tools/measure/stack';
import { sendToHandlers } from '#test/tools/shared/request-sender';
import { CALLERS } from './callers.ts';
import { EXPECTATIONS } from './expectations.ts';
import { askAsEveryCaller } from './table.ts';

const WIDTH = 28;
/** Meetings whose ids others give to events of their own. */
const COLLISIONS = 60;

async function run(): Promise<void> {
  const progress = openProgress();
  progress.show('starting a stack');
  const stack = await openBenchStack();
  try {
    const { rows, leaks, distinguishable } = await askAsEveryCaller(sendToHandlers(), stack.sign, (done, all) => {
      progress.show('questions', done, all);
    });
    progress.clear();
    console.log(['operation'.padEnd(46), ...CALLERS.map((caller) => caller.padEnd(WIDTH))].join(''));
    for (const [operation, row] of rows) {
      console.log(
        [
          operation.padEnd(46),
          ...CALLERS.map((caller) =>
            `${row[caller]}${row[caller] === EXPECTATIONS[operation]?.[caller] ? '' : ' (!)'}`.padEnd(WIDTH),
          ),
        ].join(''),
      );
    }
    for (const leak of leaks) console.log(leak);
    for (const operation of distinguishable) console.log(`${operation} tells a stranger which ids exist`);
    progress.show('the same ids in other calendars');
    const { collideIds } = await import('./colliding-ids.ts');
    const guests = await guestsOn();
    const collisions = await collideIds(guests, COLLISIONS, 1).finally(() => guests.stop());
    progress.clear();
    for (const collision of collisions) console.log(collision);
    if (
      collisions.length > 0 ||
      leaks.length > 0 ||
      distinguishable.length > 0 ||
      [...rows].some(([operation, row]) => CALLERS.some((caller) => row[caller] !== EXPECTATIONS[operation]?.[caller]))
    )
      process.exitCode = 1;
  } finally {
    progress.clear();
    await closeBenchStack();
  }
}

await program(
  'npm run isolation',
  command({
    does: "Asks for one person's data as other callers. Exits with 1 if somebody gets more than declared.",
    example: '',
    run,
  }),
);
