/**
 * Changes of one shelf, one after the other. A change reads the shelf, decides, and writes everything in one
 * transaction with the condition that the shelf still has the version that was read; otherwise it reads and decides
 * again.
 */
import type { Timing } from '#lib/books/stores/all';
import { type DocumentClient, TransactWriteCommand } from '#lib/stores/dynamodb/client/commands';
import { TransactionCanceledException } from '#lib/stores/dynamodb/client/exceptions';
import { batchGet } from '#lib/stores/dynamodb/commands/batch-get';
import type { TransactItem } from '#lib/stores/dynamodb/commands/conditional';
import { libraryKey, readerKey, shelfKey } from './keys.ts';
import { type PlacementMark, markName } from './library.ts';
import { type ShelfItem, shelfItemOf } from './shelf-item.ts';

export interface ShelfState {
  readonly shelf: ShelfItem;
  /** Where the volume stands on the shelf; undefined when it is not on it. */
  readonly mark: PlacementMark | undefined;
}

/** The shelf after the change, and what is written with it. Without a shelf nothing is written. */
export interface Decision<T> {
  readonly result: T;
  readonly shelf?: ShelfItem;
  readonly writes?: readonly TransactItem[];
}

const MAX_ATTEMPTS = 40;
const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(5 * 2 ** attempt, 300)));

export class ShelfWrites {
  readonly #db: DocumentClient;
  readonly #table: string;
  /** The last pending change of each shelf in this process: waiting for it is cheaper than losing a race with it. */
  readonly #tails = new Map<string, Promise<unknown>>();

  constructor(db: DocumentClient, table: string) {
    this.#db = db;
    this.#table = table;
  }

  async read(userId: string, shelfId: number, volumeId: string | undefined, at: string): Promise<ShelfState> {
    const keys = [
      shelfKey(userId, shelfId),
      readerKey(userId),
      ...(volumeId === undefined ? [] : [libraryKey(userId, volumeId)]),
    ];
    const itemOf = await batchGet(this.#db, this.#table, keys);
    const since = (itemOf(readerKey(userId))?.['since'] as string | undefined) ?? at;
    const shelf = shelfItemOf(itemOf(shelfKey(userId, shelfId)), shelfId, since);
    const mark =
      volumeId === undefined
        ? undefined
        : (itemOf(libraryKey(userId, volumeId))?.[markName(shelfId)] as PlacementMark | undefined);
    return { shelf, mark: mark?.generation === shelf.generation ? mark : undefined };
  }

  change<T>(
    userId: string,
    shelfId: number,
    volumeId: string | undefined,
    { at, when }: Timing,
    decide: (state: ShelfState) => Decision<T> | Promise<Decision<T>>,
  ): Promise<T> {
    const id = `${userId}#${String(shelfId)}`;
    // It may reject before it is awaited below; Node would end the process for an unhandled rejection.
    when?.catch(() => undefined);
    const before = this.#tails.get(id) ?? Promise.resolve();
    const attemptAll = async (): Promise<T> => {
      for (let attempt = 0; ; attempt += 1) {
        const state = await this.read(userId, shelfId, volumeId, at);
        await when;
        const decision = await decide(state);
        if (await this.#commit(userId, state.shelf, decision)) return decision.result;
        if (attempt >= MAX_ATTEMPTS) throw new Error(`Bookshelf ${id} is written to by too many at once.`);
        await pause(attempt);
      }
    };
    const mine = before.then(attemptAll, attemptAll);
    this.#tails.set(id, mine);
    const forget = (): void => {
      if (this.#tails.get(id) === mine) this.#tails.delete(id);
    };
    mine.then(forget, forget);
    return mine;
  }

  /** False when somebody else has changed the shelf since it was read. */
  async #commit(userId: string, before: ShelfItem, { shelf, writes = [] }: Decision<unknown>): Promise<boolean> {
    if (shelf === undefined) return true;
    const isNew = before.version === 0;
    const put: TransactItem = {
      Put: {
        TableName: this.#table,
        Item: { ...shelf, ...shelfKey(userId, shelf.id), schema: 1, version: before.version + 1 },
        ConditionExpression: isNew ? 'attribute_not_exists(pk)' : '#version = :version',
        ...(!isNew && {
          ExpressionAttributeNames: { '#version': 'version' },
          ExpressionAttributeValues: { ':version': before.version },
        }),
      },
    };
    try {
      await this.#db.send(new TransactWriteCommand({ TransactItems: [put, ...writes] }));
      return true;
    } catch (error) {
      if (error instanceof TransactionCanceledException) return false;
      throw error;
    }
  }
}
