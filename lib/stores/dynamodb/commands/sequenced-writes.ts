/**
 * Numbered writes. Each collection (a calendar, a user) has an item with a counter; every change takes the next number
 * in the same transaction that makes it. So numbers never skip or reorder, and whoever reads by number misses nothing.
 * Inside one process, changes of one collection queue up, and those that wait together share a transaction.
 *
 * What a lost race teaches: this process believes the counter is at 3 and sends changes A, B and C as 4, 5 and 6, but
 * another process has taken 4. DynamoDB cancels the transaction and answers one reason for each item:
 *
 *     counter: ConditionalCheckFailed, with its item   -> the counter is at 4
 *     item of B: ConditionalCheckFailed                -> B can never succeed: it is told `lost`
 *     items of A and C: None                           -> sent again, as 5 and 6
 *
 * Where races are lost again and again, processes line up (see `waiting-line.ts`), and each sends what has gathered
 * while it waited.
 *
 * No counter item means that the collection does not exist: all are told `missing`.
 */
import { ApiError } from '#lib/api/errors';
import { expiringCache } from '#lib/api/process/expiring-cache';
import { TransactWriteCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { TransactionCanceledException } from '#lib/stores/dynamodb/client/exceptions';
import type { Key } from '#lib/stores/dynamodb/item';
import type { Change, Waiting, Outcome } from './change.ts';
import { isTransient, type TransactItem } from './conditional.ts';
import { counterUpdate } from './counter-update.ts';
import { takeBatch } from './take-batch.ts';
import { WaitingLine, type Turn } from './waiting-line.ts';

export type { TransactItem };

/** A change of another collection. It counts on the number that was read: when that has moved since, it is lost. */
export interface OtherWrites {
  readonly counter: Key;
  readonly seq: number;
  readonly change: Change;
}

interface Queue {
  readonly counter: Key;
  readonly waiting: Waiting[];
  readonly line: WaitingLine;
  seq: number;
  isFlushing: boolean;
}

const MAX_ATTEMPTS = 200;
const MAX_PAUSE_MS = 25;
/** Lines are remembered for a while after the last write. */
const MAX_LINES = 1000;
const LINE_KEPT_MS = 10_000;
const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(2 ** attempt, MAX_PAUSE_MS)));

export class SequencedWrites {
  readonly #db: DocumentClient;
  readonly #table: string;
  readonly #queues = new Map<string, Queue>();
  readonly #lines = expiringCache<WaitingLine>(MAX_LINES, { now: () => new Date() });

  constructor(db: DocumentClient, table: string) {
    this.#db = db;
    this.#table = table;
  }

  /** Makes a change. `seq` is the counter as last read; a stale one costs another attempt, nothing else. */
  write(counter: Key, seq: number, change: Change): Promise<Outcome> {
    const id = `${counter.pk}\0${counter.sk}`;
    const line = this.#lines.get(id) ?? new WaitingLine(this.#db, this.#table, counter);
    const queue = this.#queues.get(id) ?? { counter, waiting: [], line, seq, isFlushing: false };
    queue.seq = Math.max(queue.seq, seq);
    this.#queues.set(id, queue);
    return new Promise((settle, fail) => {
      queue.waiting.push({ ...change, settle, fail });
      if (!queue.isFlushing) void this.#flush(id, queue);
    });
  }

  /** Makes two changes of two collections, or none. */
  writeBoth(counter: Key, seq: number, change: Change, beside: OtherWrites): Promise<Outcome> {
    const others = [
      counterUpdate(this.#table, beside.counter, beside.seq, [beside.change]),
      ...beside.change.items(beside.seq + 1),
    ];
    return this.write(counter, seq, { ...change, items: (number) => [...change.items(number), ...others] });
  }

  async #flush(id: string, queue: Queue): Promise<void> {
    queue.isFlushing = true;
    // Changes made in the same turn of the event loop share a transaction.
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.waiting.length > 0) {
      const turn = queue.line.isCrowded ? await this.#turn(queue) : undefined;
      const { batch, numbered } = takeBatch(queue.waiting, queue.seq);
      try {
        await this.#commit(queue, batch, numbered, turn);
        // Those that lost only the race for the number go first, together with what has come meanwhile.
        queue.waiting.unshift(...batch);
      } catch (error) {
        if (turn !== undefined) await queue.line.pass(turn).catch(() => undefined);
        // What the database refuses may be the fault of one of them: the others try again without it.
        if (error instanceof ApiError && batch.length > 1) await this.#commitEach(queue, batch);
        else for (const { fail } of batch) fail(error);
      }
    }
    this.#queues.delete(id);
    this.#lines.set(id, queue.line, Date.now() + LINE_KEPT_MS);
  }

  async #turn(queue: Queue): Promise<Turn | undefined> {
    try {
      const turn = await queue.line.turn();
      queue.seq = turn.seq ?? queue.seq;
      return turn;
    } catch {
      // The line is a courtesy: without it the transaction decides.
      return undefined;
    }
  }

  async #commitEach(queue: Queue, batch: readonly Waiting[]): Promise<void> {
    for (const change of batch) {
      const alone = [change];
      try {
        while (alone.length > 0) await this.#commit(queue, alone, [change.items(queue.seq + 1)], undefined);
      } catch (error) {
        change.fail(error);
      }
    }
  }

  /** Tries until all are settled, or until others wait in line: then those that have only lost the race are left. */
  async #commit(queue: Queue, batch: Waiting[], first: TransactItem[][], turn: Turn | undefined): Promise<void> {
    const { counter, line } = queue;
    for (let numbered = first; batch.length > 0;) {
      const [from, size] = [queue.seq, batch.length];
      const startedAt = performance.now();
      try {
        const update = counterUpdate(this.#table, counter, from, batch, turn);
        await this.#db.send(new TransactWriteCommand({ TransactItems: [update, ...numbered.flat()] }));
        line.won(performance.now() - startedAt);
        queue.seq = from + batch.length;
        for (const [index, { settle }] of batch.splice(0).entries()) settle(from + index + 1);
        return;
      } catch (error) {
        if (!(error instanceof TransactionCanceledException) || line.lostInARow >= MAX_ATTEMPTS) throw error;
        this.#learn(error, queue, batch, numbered, turn);
        if (queue.seq !== from || batch.length === size) line.lost();
        if (turn === undefined && line.isCrowded) return;
        // In line, the number that came back is the newest: a pause would make it stale.
        if (turn === undefined || queue.seq === from) await pause(line.lostInARow);
        numbered = batch.map((change, index) => change.items(queue.seq + index + 1));
      }
    }
    if (turn !== undefined) await line.pass(turn).catch(() => undefined);
  }

  /** Settles changes that cannot succeed, and takes the current number from the answer. */
  #learn(
    error: TransactionCanceledException,
    queue: Queue,
    batch: Waiting[],
    numbered: readonly TransactItem[][],
    turn: Turn | undefined,
  ): void {
    const reasons = error.CancellationReasons ?? [];
    const [counter, ...rest] = reasons;
    if (counter?.Code === 'ConditionalCheckFailed') {
      const current = (name: string): number | undefined =>
        counter.Item?.[name]?.N === undefined ? undefined : Number(counter.Item[name].N);
      const seq = current('seq');
      const isAsRead = Object.entries(batch[0]?.asRead ?? {}).every(([name, value]) => current(name) === value);
      if (seq === undefined || !isAsRead) {
        for (const { settle } of batch.splice(0)) settle(seq === undefined ? 'missing' : 'lost');
        return;
      }
      queue.seq = seq;
      if (turn?.served !== undefined && (current('served') ?? 0) >= turn.served) turn.served = undefined;
    }
    const known = reasons.every(
      ({ Code }) => Code === 'None' || Code === 'ConditionalCheckFailed' || isTransient(Code),
    );
    if (!known) throw error;
    let at = rest.length;
    for (let index = numbered.length - 1; index >= 0; index -= 1) {
      at -= numbered[index]?.length ?? 0;
      const isLost = rest
        .slice(at, at + (numbered[index]?.length ?? 0))
        .some(({ Code }) => Code === 'ConditionalCheckFailed');
      // DynamoDB checks all conditions even when the number was stale: a change lost here cannot succeed later.
      if (isLost) batch.splice(index, 1)[0]?.settle('lost');
    }
  }
}
