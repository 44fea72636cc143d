/**
 * Processes that write to the same counter again and again lose most races, and each lost race costs a transaction. So
 * they line up: each draws a ticket from an item beside the counter, and sends its transaction when the counter says
 * that all but a few before it were served. While it waits it only reads.
 *
 *     line:    { tail: 1007, begun: 1000 }   the last ticket drawn; the one before the first
 *     counter: { seq: 58, served: 1004 }     four were served, 1005 and 1006 are sending, 1007 waits
 *
 * Tickets are a courtesy, not a lock: the condition on `seq` decides. Who has not lost yet draws none, and when a holder
 * has died or is slow, those behind it go ahead after a while.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { GetCommand, UpdateCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import type { Item, Key } from '#lib/stores/dynamodb/item';
import { wasWritten } from './conditional.ts';

export interface Turn {
  /** The counter's number when the turn came. */
  readonly seq: number | undefined;
  /** What `served` is set to, when it is older than the line or has stood still; otherwise it counts on by one. */
  served: number | undefined;
}

/** The transaction of one is under way while the next one looks: a strict order would wait for the slowest process. */
const TURNS_AT_ONCE = 2;
/** A first loss says little: it is sent again at once, with the number that came back. */
const LOSSES_BEFORE_LINING_UP = 2;
/** So many tickets in a row with nobody ahead: the crowd is gone. */
const QUIET_TURNS = 8;
/** After so long without a ticket served the next one goes ahead; many times what a transaction takes. */
const STALLED_MS = 500;
const STALLED_TIMES = 10;
const KEPT_SECONDS = 86_400;

export class WaitingLine {
  readonly #db: DocumentClient;
  readonly #table: string;
  readonly #counter: Key;
  #lostInARow = 0;
  #crowdedTurns = 0;
  /** How long one turn takes, from what was seen. */
  #turnMs = 5;

  constructor(db: DocumentClient, table: string, counter: Key) {
    this.#db = db;
    this.#table = table;
    this.#counter = counter;
  }

  get isCrowded(): boolean {
    return this.#crowdedTurns > 0 || this.#lostInARow >= LOSSES_BEFORE_LINING_UP;
  }

  /** Races lost since the last one that was won. */
  get lostInARow(): number {
    return this.#lostInARow;
  }

  lost(): void {
    this.#lostInARow += 1;
  }

  won(tookMs: number): void {
    this.#lostInARow = 0;
    this.#crowdedTurns = Math.max(0, this.#crowdedTurns - 1);
    // Too long a guess leaves the line idle, too short a one costs a read.
    this.#turnMs = Math.min(tookMs, this.#turnMs + (tookMs - this.#turnMs) / 8);
  }

  /** Draws a ticket and waits until it is served. */
  async turn(): Promise<Turn> {
    const { ticket, begun } = await this.#draw();
    let before = -1;
    let movedAt = performance.now();
    for (;;) {
      const { seq, served } = await this.#look();
      const ahead = ticket - 1 - Math.max(served, begun);
      if (ahead > 0) this.#crowdedTurns = QUIET_TURNS;
      if (served !== before) movedAt = performance.now();
      const patience = Math.max(STALLED_MS, this.#turnMs * STALLED_TIMES) * (ahead - TURNS_AT_ONCE + 1);
      const isStalled = performance.now() - movedAt > patience;
      if (ahead < TURNS_AT_ONCE) return { seq, served: served < begun ? begun + 1 : undefined };
      if (isStalled) return { seq, served: ticket };
      before = served;
      // The next in line looks often, the others when their turn could come.
      await sleep(Math.max(1, (ahead - TURNS_AT_ONCE) * this.#turnMs, this.#turnMs / 4));
    }
  }

  /** Lets the next one go: this ticket's changes need no transaction any more. */
  async pass({ served }: Turn): Promise<void> {
    const update = {
      TableName: this.#table,
      Key: this.#counter,
      UpdateExpression: served === undefined ? 'ADD served :served' : 'SET served = :served',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':served': served ?? 1 },
    };
    await wasWritten(() => this.#db.send(new UpdateCommand(update)));
  }

  async #draw(): Promise<{ readonly ticket: number; readonly begun: number }> {
    const nowMs = Date.now();
    const { Attributes = {} } = await this.#db.send(
      new UpdateCommand({
        TableName: this.#table,
        Key: { pk: this.#counter.pk, sk: `${this.#counter.sk}#LINE` },
        // It begins with the time, so that a line that has expired and begins anew is ahead of all served tickets.
        UpdateExpression:
          'SET tail = if_not_exists(tail, :now) + :one, begun = if_not_exists(begun, :now), expires = :expires',
        ExpressionAttributeValues: { ':now': nowMs, ':one': 1, ':expires': Math.ceil(nowMs / 1000) + KEPT_SECONDS },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return { ticket: Number(Attributes['tail']), begun: Number(Attributes['begun']) };
  }

  async #look(): Promise<{ readonly seq: number | undefined; readonly served: number }> {
    const read = { TableName: this.#table, Key: this.#counter, ProjectionExpression: 'seq, served' };
    const { Item: item = {} as Item } = await this.#db.send(new GetCommand({ ...read, ConsistentRead: true }));
    return {
      seq: item['seq'] === undefined ? undefined : Number(item['seq']),
      served: Number(item['served'] ?? 0),
    };
  }
}
