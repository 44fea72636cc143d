import { inParallel } from '#lib/api/process/in-parallel';
import type { Timing } from '#lib/books/stores/all';
import { DeleteCommand, UpdateCommand } from '#lib/stores/dynamodb/client/commands';
import { wasWritten } from '#lib/stores/dynamodb/commands/conditional';
import { libraryKey, placementKey } from './keys.ts';
import { markName } from './library.ts';
import { listPlacements, type Placement, type ShelfTable } from './placements.ts';
import { withCount } from './shelf-item.ts';

const AT_ONCE = 8;

/** Items of an earlier generation are invisible; removing them only frees their space. */
async function removeLeftover(
  { db, TableName }: ShelfTable,
  userId: string,
  shelfId: number,
  { rank, generation, volumeId }: Placement,
): Promise<void> {
  await db.send(new DeleteCommand({ TableName, Key: placementKey(userId, shelfId, generation, rank) }));
  const removeMark = new UpdateCommand({
    TableName,
    Key: libraryKey(userId, volumeId),
    UpdateExpression: 'REMOVE #mark',
    ConditionExpression: '#mark.#generation = :generation',
    ExpressionAttributeNames: { '#mark': markName(shelfId), '#generation': 'generation' },
    ExpressionAttributeValues: { ':generation': generation },
  });
  // False when the volume is back on the shelf: its mark then has the new generation.
  await wasWritten(() => db.send(removeMark));
}

/** One write empties the shelf: it begins a new generation, and only items of that one count. */
export async function clearShelf(table: ShelfTable, userId: string, shelfId: number, timing: Timing): Promise<void> {
  const cleared = await table.shelfWrites.change<number | undefined>(
    userId,
    shelfId,
    undefined,
    timing,
    ({ shelf }) => {
      if (shelf.volumeCount === 0) return { result: undefined };
      const empty = withCount(shelf, 0, timing.at);
      return {
        result: shelf.generation,
        shelf: { ...empty, generation: shelf.generation + 1, firstRank: undefined, lastRank: undefined },
      };
    },
  );
  if (cleared === undefined) return;
  const leftovers = await listPlacements(table, userId, shelfId, cleared);
  await inParallel(leftovers, AT_ONCE, (placement) => removeLeftover(table, userId, shelfId, placement));
}
