/** `rewrite` of calendar, books and ads: stored items of earlier versions get the form of this one. */
import { openProgress } from '#lib/command/progress';
import type { RewriteOf } from '#lib/stores/dynamodb/rewrite/rewrite-table';
import { stageCommand, STAGE_OPTIONS } from './use-stage.ts';

interface Rewritten {
  readonly table: string;
  readonly rewriteOf: RewriteOf;
}

async function rewrite(load: () => Promise<Rewritten>): Promise<void> {
  const [{ documents }, { rewriteTable }, { table, rewriteOf }] = await Promise.all([
    import('#lib/stores/dynamodb/client/client'),
    import('#lib/stores/dynamodb/rewrite/rewrite-table'),
    load(),
  ]);
  const progress = openProgress();
  let done = { seen: 0, rewritten: 0 };
  try {
    for await (done of rewriteTable(documents, table, rewriteOf))
      progress.show(`${done.seen.toLocaleString('en')} items seen, ${done.rewritten.toLocaleString('en')} rewritten`);
  } finally {
    progress.clear();
  }
  console.log(`${String(done.rewritten)} of ${String(done.seen)} items rewritten.`);
}

/** `load` runs after the stage is open. */
export const rewriteCommand = (load: () => Promise<Rewritten>) =>
  stageCommand({
    does:
      'rewrites items that earlier versions stored into the current form, which is cheaper to read; ' +
      'the service keeps running, and an interrupted run continues where it stopped',
    options: STAGE_OPTIONS,
    example: '--stage prod',
    run: () => rewrite(load),
  });
