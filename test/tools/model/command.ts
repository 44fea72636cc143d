/** `npm run fuzz -- --model`: random operations of three people and a guest, compared with a plain model. */
import { openProgress } from '#lib/command/progress';
import { closeBenchStack, openBenchStack } from '#test/tools/measure/stack';
import type { ModelRun } from './run-model.ts';

const RUNS_AT_ONCE = 10;
const LENGTH = 150;

/** Exits with 1 if an answer differs; the seed and the path that are printed repeat it. */
export async function fuzzModel(runs: number, seed: number): Promise<void> {
  const progress = openProgress();
  const stack = await openBenchStack();
  // The functions read their environment when they are loaded.
  const { calendarOperations, storesOn, TestClock } = await import('#test/support/calendar/calendar');
  const { requestsTo } = await import('#test/support/ask');
  const { openHanding } = await import('#test/support/calendar/guests');
  const { config } = await import('#lib/runtime/process/config');
  const { serve } = await import('#lib/middleware/serve');
  const { calendar } = await import('#lib/runtime/calendar/serve');
  const { runModel } = await import('./run-model.ts');
  try {
    let compared = 0;
    const clock = new TestClock();
    const { settle } = openHanding({ logicalId: 'CalendarTable', name: config.calendarTable, streamArn: '' }, clock);
    const send = requestsTo(serve(calendarOperations, { ...calendar, clock, stores: storesOn(clock) }));
    const ask: ModelRun['ask'] = async (email, method, path, body) => {
      const headers = { authorization: `Bearer ${await stack.token(email)}` };
      return send(method, `/calendar/v3${path}`, { headers, ...(body !== undefined && { body }) });
    };
    for (let run = 0; run < runs; run += RUNS_AT_ONCE) {
      progress.show('runs', run, runs);
      const many = Math.min(RUNS_AT_ONCE, runs - run);
      const outcome = await runModel({ ask, clock, settle, seed: seed + run, runs: many, length: LENGTH });
      compared += outcome.operations;
      if (outcome.fault === undefined) continue;
      progress.clear();
      console.log(`The seed is ${String(seed + run)}.\n${outcome.fault}`);
      process.exitCode = 1;
      return;
    }
    progress.clear();
    console.log(`${String(compared)} operations in ${String(runs)} runs from the seed ${String(seed)}, no difference.`);
  } finally {
    progress.clear();
    await closeBenchStack();
  }
}
