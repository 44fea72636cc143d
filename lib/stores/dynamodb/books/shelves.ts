/**
 * The operations on a shelf: each decides what changes, `ShelfWrites` commits it in one transaction.
 *
 * User 7777 has put volumes A and B on shelf 3. That is one item for the shelf and two for each volume:
 *
 *     pk           sk            attributes
 *     U#7777       S#000000003   title, access, volumeCount: 2, version: 2, generation: 0, firstRank: a0, lastRank: a1
 *     U#7777#S#3   R#000000#a0   volumeId: A
 *     U#7777#S#3   R#000000#a1   volumeId: B
 *     U#7777#L     A             shelf3: { rank: a0, generation: 0 }, updated
 *     U#7777#L     B             shelf3: { rank: a1, generation: 0 }, updated
 *
 * Placements (`R#`) sort by rank, so the shelf is read in order; marks (`shelf3`) say in one read whether a volume is
 * on it. Moving B to the front gives it rank `Zz`, which sorts before `a0`, and touches no other volume. Clearing sets
 * the generation to 1, so that `R#000000#...` and marks with generation 0 no longer count; they are removed afterwards.
 */
import { generateKeyBetween } from 'fractional-indexing';
import { SHELF_LIMIT } from '#lib/books/model/bookshelf';
import { indexAfterMove } from '#lib/books/shelves/placement-order';
import type { ShelfSettings, ShelfStore, Timing } from '#lib/books/stores/all';
import type { DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { queryAll } from '#lib/stores/dynamodb/commands/query';
import { clearShelf } from './clear-shelf.ts';
import { AFTER_ALL, placementPartition } from './keys.ts';
import {
  lastPlacement,
  listPlacements,
  placementOf,
  putFirstMark,
  putMark,
  putPlacement,
  removeMark,
  removePlacement,
  type ShelfTable,
} from './placements.ts';
import { withCount } from './shelf-item.ts';
import { ShelfWrites } from './shelf-writes.ts';

async function order({ db, TableName, shelfWrites }: ShelfTable, userId: string, shelfId: number): Promise<string[]> {
  const [{ shelf }, items] = await Promise.all([
    shelfWrites.read(userId, shelfId, undefined, ''),
    queryAll(db, TableName, { pk: placementPartition(userId, shelfId), by: 'sk', from: ' ', to: AFTER_ALL }),
  ]);
  return items
    .map(placementOf)
    .filter(({ generation }) => generation === shelf.generation)
    .map(({ volumeId }) => volumeId);
}

type AddOutcome = 'added' | 'present' | 'full';

const add = (
  table: ShelfTable,
  userId: string,
  shelfId: number,
  volumeId: string,
  { reason, ...timing }: Timing & { readonly reason?: string | undefined },
): Promise<AddOutcome> =>
  table.shelfWrites.change<AddOutcome>(userId, shelfId, volumeId, timing, ({ shelf, mark }) => {
    if (mark !== undefined) return { result: 'present' };
    if (shelf.volumeCount >= SHELF_LIMIT) return { result: 'full' };
    const { at } = timing;
    const rank = generateKeyBetween(shelf.lastRank ?? null, null);
    const longer = withCount(shelf, shelf.volumeCount + 1, at);
    return {
      result: 'added',
      shelf: { ...longer, firstRank: shelf.firstRank ?? rank, lastRank: rank },
      writes: [
        putPlacement(table, { userId, shelf }, rank, volumeId),
        putFirstMark(table, { userId, shelf }, { volumeId, rank, at, reason }),
      ],
    };
  });

const remove = (
  table: ShelfTable,
  userId: string,
  shelfId: number,
  volumeId: string,
  timing: Timing,
): Promise<boolean> =>
  table.shelfWrites.change(userId, shelfId, volumeId, timing, ({ shelf, mark }) => {
    if (mark === undefined) return { result: false };
    return {
      result: true,
      shelf: withCount(shelf, shelf.volumeCount - 1, timing.at),
      writes: [
        removePlacement(table, { userId, shelf }, mark.rank),
        removeMark(table, { userId, shelf }, volumeId, timing.at),
      ],
    };
  });

const move = (
  table: ShelfTable,
  userId: string,
  shelfId: number,
  volumeId: string,
  gap: number,
  timing: Timing,
): Promise<boolean> =>
  table.shelfWrites.change(userId, shelfId, volumeId, timing, async ({ shelf, mark }) => {
    if (mark === undefined) return { result: false };
    const { at } = timing;
    const placements = await listPlacements(table, userId, shelfId, shelf.generation);
    const current = placements.findIndex(({ rank }) => rank === mark.rank);
    const index = indexAfterMove(current, gap, placements.length);
    if (index === undefined) return { result: true };
    const others = placements.toSpliced(current, 1);
    const rank = generateKeyBetween(others[index - 1]?.rank ?? null, others[index]?.rank ?? null);
    const { firstRank = rank, lastRank = rank } = shelf;
    return {
      result: true,
      shelf: {
        ...shelf,
        updated: at,
        firstRank: rank < firstRank ? rank : firstRank,
        lastRank: rank > lastRank ? rank : lastRank,
      },
      writes: [
        removePlacement(table, { userId, shelf }, mark.rank),
        putPlacement(table, { userId, shelf }, rank, volumeId),
        putMark(table, { userId, shelf }, { volumeId, rank, at, reason: mark.reason }),
      ],
    };
  });

const show = (
  table: ShelfTable,
  userId: string,
  shelfId: number,
  volumeId: string,
  { limit, ...timing }: Timing & { readonly limit: number },
): Promise<void> =>
  table.shelfWrites.change<undefined>(userId, shelfId, volumeId, timing, async ({ shelf, mark }) => {
    if (mark !== undefined && mark.rank === shelf.firstRank) return { result: undefined };
    const isNew = mark === undefined;
    const excess = isNew && shelf.volumeCount >= limit ? await lastPlacement(table, userId, shelfId) : undefined;
    const rank = generateKeyBetween(null, shelf.firstRank ?? null);
    const count = shelf.volumeCount + Number(isNew) - Number(excess !== undefined);
    const place = { userId, shelf };
    return {
      result: undefined,
      shelf: { ...withCount(shelf, count, timing.at), firstRank: rank, lastRank: shelf.lastRank ?? rank },
      writes: [
        putPlacement(table, place, rank, volumeId),
        putMark(table, place, { volumeId, rank }),
        ...(isNew ? [] : [removePlacement(table, place, mark.rank)]),
        ...(excess === undefined
          ? []
          : [removePlacement(table, place, excess.rank), removeMark(table, place, excess.volumeId)]),
      ],
    };
  });

const describe = (
  { shelfWrites }: ShelfTable,
  userId: string,
  shelfId: number,
  { title, description, access }: ShelfSettings,
  timing: Timing,
): Promise<string> =>
  shelfWrites.change(userId, shelfId, undefined, timing, ({ shelf }) => {
    const isSame =
      shelf.version > 0 && shelf.title === title && shelf.description === description && shelf.access === access;
    return isSame
      ? { result: shelf.updated }
      : { result: timing.at, shelf: { ...shelf, title, description, access, updated: timing.at } };
  });

const make = (
  { shelfWrites }: ShelfTable,
  userId: string,
  shelfId: number,
  settings: ShelfSettings,
  timing: Timing,
): Promise<boolean> =>
  shelfWrites.change(userId, shelfId, undefined, timing, ({ shelf }) =>
    shelf.version > 0
      ? { result: false }
      : { result: true, shelf: { ...shelf, ...settings, created: timing.at, updated: timing.at } },
  );

export function dynamoShelves(db: DocumentClient, TableName: string): ShelfStore {
  const table: ShelfTable = { db, TableName, shelfWrites: new ShelfWrites(db, TableName) };
  return {
    order: (...request) => order(table, ...request),
    add: (...request) => add(table, ...request),
    remove: (...request) => remove(table, ...request),
    move: (...request) => move(table, ...request),
    clear: (...request) => clearShelf(table, ...request),
    show: (...request) => show(table, ...request),
    make: (...request) => make(table, ...request),
    describe: (...request) => describe(table, ...request),
  };
}
