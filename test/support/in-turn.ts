import { lockFolder } from '#lib/stores/search-index/folder-lock';
import { eventually } from './eventually.ts';

/** Test files, which run at once, do something with a folder one after the other. */
export async function inTurn<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  let turn: ReturnType<typeof lockFolder>;
  await eventually(() => (turn = lockFolder(folder)) !== undefined);
  try {
    return await work();
  } finally {
    turn?.release();
  }
}
