/**
 * A queue as SQS has it: a message is handed out when its delay is over, and again unless it is deleted before its
 * visibility timeout is. It is kept in memory only. Our queues carry wake-ups for what the tables hold, and the
 * schedules find that after a restart.
 */
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { Clock } from '#lib/api/context';
import { sleep } from '#lib/local/process/sleep';
import type { QueueDefinition } from '#lib/package/template/deployment';

export interface QueuedMessage {
  readonly id: string;
  readonly body: string;
  readonly sentAtMs: number;
  /** How often it was handed out. */
  readonly receives: number;
  readonly visibleAtMs: number;
}

/** How soon a jump of the clock is noticed. */
const MAX_WAIT_MS = 250;

export class Queue {
  readonly definition: QueueDefinition;
  readonly #clock: Clock;
  readonly #messages = new Map<string, QueuedMessage>();
  readonly #sent = new EventEmitter();

  constructor(definition: QueueDefinition, clock: Clock) {
    this.definition = definition;
    this.#clock = clock;
  }

  send(body: string, delaySeconds: number): string {
    const id = randomUUID();
    const sentAtMs = this.#clock.now().getTime();
    this.#messages.set(id, { id, body, sentAtMs, receives: 0, visibleAtMs: sentAtMs + delaySeconds * 1000 });
    this.#sent.emit('message');
    return id;
  }

  /** Up to `most` messages that are visible now; they are hidden for the visibility timeout. */
  receive(most: number): QueuedMessage[] {
    const nowMs = this.#clock.now().getTime();
    const visibleAtMs = nowMs + this.definition.visibilitySeconds * 1000;
    const visible = [...this.#messages.values()].filter((message) => message.visibleAtMs <= nowMs).slice(0, most);
    return visible.map((message) => {
      const received = { ...message, receives: message.receives + 1, visibleAtMs };
      this.#messages.set(message.id, received);
      return received;
    });
  }

  delete(id: string): void {
    this.#messages.delete(id);
  }

  /** Resolves when it may be worth to look again, or when it was aborted. */
  async nextLook(signal: AbortSignal): Promise<void> {
    const nowMs = this.#clock.now().getTime();
    const waitsMs = [...this.#messages.values()].map(({ visibleAtMs }) => visibleAtMs - nowMs);
    const over = new AbortController();
    const either = AbortSignal.any([signal, over.signal]);
    const woken = once(this.#sent, 'message', { signal: either }).catch(() => undefined);
    const waitMs = Math.min(MAX_WAIT_MS, Math.max(1, Math.min(...waitsMs)));
    await (waitsMs.length === 0 ? woken : Promise.race([woken, sleep(waitMs, either)]));
    over.abort();
  }

  /** Whether somebody could receive a message now. */
  hasVisible(): boolean {
    const nowMs = this.#clock.now().getTime();
    return [...this.#messages.values()].some(({ visibleAtMs }) => visibleAtMs <= nowMs);
  }

  /** Whoever waits looks again: the clock was moved. */
  wake(): void {
    this.#sent.emit('message');
  }

  clear(): void {
    this.#messages.clear();
  }
}
